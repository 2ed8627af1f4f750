/// A type of the interface description language.
package indirect enum ValueType: Hashable, Sendable {
  case bool
  case int
  case float
  case string
  /// Any JSON object.
  case object
  /// `(a, b)`
  case enumeration([String])
  /// `(name: type, …)`
  case structure([Field])
  /// `[]type`
  case array(ValueType)
  /// `[string]type`
  case map(ValueType)
  /// `?type`
  case optional(ValueType)
  /// A type that is declared in the interface.
  case named(String)
}
