/// A type that is declared in an interface.
package struct TypeDescription: Hashable, Sendable {
  /// Its name.
  package let name: String
  /// A structure or an enumeration.
  package let type: ValueType
  /// The comment before it, one element a line.
  package let comment: [String]
}

/// A field of a structure of the interface description language.
package struct Field: Hashable, Sendable {
  /// Its name.
  package let name: String
  /// Its type.
  package let type: ValueType
  /// The comment before it, one element a line.
  package var comment: [String] = []

  /// Whether it may be absent, or null.
  package var isOptional: Bool {
    if case .optional = type { true } else { false }
  }
}
