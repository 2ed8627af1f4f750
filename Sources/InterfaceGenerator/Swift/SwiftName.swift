/// Names of the description language, as Swift writes them.
enum SwiftName {
  /// Of a case: `SubmitBatch` is `submitBatch`.
  static func lowercased(_ name: String) -> String { name.prefix(1).lowercased() + name.dropFirst() }

  /// Of a type: `launch` is `Launch`.
  static func uppercased(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }
}
