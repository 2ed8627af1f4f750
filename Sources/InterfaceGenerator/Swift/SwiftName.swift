/// Names of the description language, as Swift writes them.
enum SwiftName {
  /// Of a case or a property: `SubmitBatch` is `submitBatch`.
  static func lowercased(_ name: String) -> String {
    escaped(name.prefix(1).lowercased() + name.dropFirst())
  }

  /// Of a type: `launch` is `Launch`.
  static func uppercased(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

  /// With backticks where Swift has another meaning for it.
  private static func escaped(_ name: String) -> String {
    ["none", "default", "internal", "operator", "repeat", "switch", "where", "in"].contains(name)
      && name != "none" ? "`\(name)`" : name
  }
}
