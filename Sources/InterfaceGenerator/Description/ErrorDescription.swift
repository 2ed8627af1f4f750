/// An error of an interface: what it says.
package struct ErrorDescription: Hashable, Sendable {
  /// Its name, without the interface.
  package let name: String
  /// What it carries.
  package let fields: [Field]
  /// The comment before it, one element a line.
  package let comment: [String]
}
