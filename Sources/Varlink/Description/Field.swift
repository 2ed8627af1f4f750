/// A field of a structure of the interface description language.
package struct Field: Hashable, Sendable {
  /// Its name.
  package let name: String
  /// Its type.
  package let type: ValueType

  /// A field.
  package init(name: String, type: ValueType) {
    self.name = name
    self.type = type
  }

  /// Whether it may be absent, or null.
  package var isOptional: Bool {
    if case .optional = type { true } else { false }
  }
}
