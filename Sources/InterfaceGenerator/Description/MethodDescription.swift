/// A method of an interface, with the fields of its call and its reply.
package struct MethodDescription: Hashable, Sendable {
  /// A mark in the parentheses with which a method's comment begins: `(read-only, more)`.
  package enum Mark: String, Sendable {
    /// The method changes nothing.
    case readOnly = "read-only"
    /// The method may be called with `more`, and then replies more than once.
    case more
    /// The method may only be called with `more`.
    case needsMore = "needs more"
    /// The method is only for root and for the daemon's user.
    case privileged
  }

  /// The method's name, without the interface.
  package let name: String
  /// The fields of a call.
  package let parameters: [Field]
  /// The fields of a reply.
  package let reply: [Field]
  /// The comment before the method, one element a line.
  package let comment: [String]
  /// The marks with which the comment begins.
  package let marks: Set<Mark>
}

extension Set<MethodDescription.Mark> {
  /// Reads the marks with which a comment begins.
  /// - Returns: `nil` when the parentheses hold an unknown mark.
  init?(of comment: [String]) {
    self = []
    guard let first = comment.first, first.hasPrefix("(") else { return }
    for word in first.dropFirst().prefix(while: { $0 != ")" }).split(separator: ",") {
      guard let mark = MethodDescription.Mark(rawValue: String(word.drop { $0 == " " })) else { return nil }
      insert(mark)
    }
  }
}
