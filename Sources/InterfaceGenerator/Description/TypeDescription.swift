/// A type that an interface declares.
package struct TypeDescription: Hashable, Sendable {
  package let name: String
  /// A structure or an enumeration.
  package let type: ValueType
  /// The comment before the type, one element a line.
  package let comment: [String]
}

/// A field of a structure of the interface description language.
package struct Field: Hashable, Sendable {
  package let name: String
  package let type: ValueType
  /// The comment before the field, one element a line.
  package var comment: [String] = []

  /// Whether the field may be absent or null.
  package var isOptional: Bool {
    if case .optional = type { true } else { false }
  }
}
