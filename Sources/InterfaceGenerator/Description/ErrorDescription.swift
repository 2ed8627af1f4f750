/// An error of an interface, with its fields.
package struct ErrorDescription: Hashable, Sendable {
  /// The error's name, without the interface.
  package let name: String
  /// The error's parameters, in their order.
  package let fields: [Field]
  /// The comment before the error, one element a line.
  package let comment: [String]
}
