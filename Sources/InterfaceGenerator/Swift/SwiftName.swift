/// The names of the description language as Swift writes them.
enum SwiftName {
  /// Returns the name of a case: `SubmitBatch` is `submitBatch`.
  static func lowercased(_ name: String) -> String { name.prefix(1).lowercased() + name.dropFirst() }

  /// Returns the name of a type: `launch` is `Launch`.
  static func uppercased(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

  /// Returns the name of a case for a word of the condition syntax: `lid-closed` is `lidClosed`.
  static func camelCase(_ word: String) -> String {
    let parts = word.split(separator: "-").map(String.init)
    return parts[0] + parts.dropFirst().map(uppercased).joined()
  }

  /// Returns the name of a property or a parameter: a reserved word of Swift is in backticks.
  static func identifier(_ name: String) -> String { words.contains(name) ? "`\(name)`" : name }

  /// The words that are reserved everywhere (The Swift Programming Language, "Lexical Structure").
  private static let words: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
    "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
    "import",
    "in", "init", "inout", "internal", "is", "let", "nil", "operator", "private", "protocol", "public",
    "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw",
    "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}
