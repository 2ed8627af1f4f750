/// A method of an interface: what goes in and what comes out.
package struct MethodDescription: Hashable, Sendable {
  /// What the comment before a method says first, in parentheses: `(read-only, more)`.
  package enum Mark: String, Sendable {
    /// It changes nothing.
    case readOnly = "read-only"
    /// It may be called with `more`, and replies more than once then.
    case more
    /// It may only be called with `more`.
    case needsMore = "needs more"
    /// Not everybody may call it.
    case privileged
  }

  /// Its name, without the interface.
  package let name: String
  /// What a call carries.
  package let parameters: [Field]
  /// What a reply carries.
  package let reply: [Field]
  /// The comment before it, one element a line.
  package let comment: [String]
  /// What the comment begins with.
  package let marks: Set<Mark>
}

extension Set<MethodDescription.Mark> {
  /// The marks that a comment begins with.
  /// - Returns: Nil when it begins with something else in parentheses.
  init?(of comment: [String]) {
    self = []
    guard let first = comment.first, first.hasPrefix("(") else { return }
    for word in first.dropFirst().prefix(while: { $0 != ")" }).split(separator: ",") {
      guard let mark = MethodDescription.Mark(rawValue: String(word.drop { $0 == " " })) else { return nil }
      insert(mark)
    }
  }
}
