/// A method of an interface: what goes in and what comes out.
package struct MethodDescription: Hashable, Sendable {
  /// Its name, without the interface.
  package let name: String
  /// What a call carries.
  package let parameters: [Field]
  /// What a reply carries.
  package let reply: [Field]
  /// The comment before it, one element a line.
  package let comment: [String]

  /// Its replies have no end of their own, or may come in parts only. The comment says so.
  package var needsMore: Bool { comment.joined(separator: " ").contains("Needs more") }
}
