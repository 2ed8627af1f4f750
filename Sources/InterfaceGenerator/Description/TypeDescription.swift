/// A type that is declared in an interface.
package struct TypeDescription: Hashable, Sendable {
  /// Its name.
  package let name: String
  /// A structure or an enumeration.
  package let type: ValueType
  /// The comment before it, one element a line.
  package let comment: [String]
}
