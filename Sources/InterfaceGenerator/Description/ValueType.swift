/// A type of the interface description language.
package indirect enum ValueType: Hashable, Sendable {
  case bool
  case int
  case float
  case string
  /// Any JSON object.
  case object
  /// An enumeration: `(a, b)`
  case enumeration([String])
  /// A structure: `(name: type, …)`
  case structure([Field])
  /// An array: `[]type`
  case array(ValueType)
  /// A map: `[string]type`
  case map(ValueType)
  /// An optional: `?type`
  case optional(ValueType)
  /// A type that the interface declares.
  case named(String)
}
