/// Names of the description language, as Swift writes them.
enum SwiftName {
  /// Of a case: `SubmitBatch` is `submitBatch`.
  static func lowercased(_ name: String) -> String { name.prefix(1).lowercased() + name.dropFirst() }

  /// Of a type: `launch` is `Launch`.
  static func uppercased(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

  /// Of a property or a parameter: what is a word of Swift's own stands in backticks.
  static func identifier(_ name: String) -> String { words.contains(name) ? "`\(name)`" : name }

  /// The Swift Programming Language, "Lexical Structure": words that are reserved everywhere.
  private static let words: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
    "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
    "import",
    "in", "init", "inout", "internal", "is", "let", "nil", "operator", "private", "protocol", "public",
    "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw",
    "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}
