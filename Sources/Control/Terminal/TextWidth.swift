import Glibc

/// How many columns a terminal gives to a text.
enum TextWidth {
  /// wcwidth(3) knows the widths of the locale's characters only, and this program runs in whatever locale its caller
  /// has; so it asks in one that has all of them.
  private nonisolated(unsafe) static let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)

  /// The width of a text that went through ``SafeText``.
  static func of(_ text: String) -> Int {
    // The rule, and no call of the library for it.
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return inLocale { text.unicodeScalars.reduce(0) { $0 + width($1) } }
  }

  /// The text, or as much of it as fits before an `…`.
  static func cut(_ text: String, to columns: Int) -> String {
    if of(text) <= columns { return text }
    if columns < 1 { return "" }
    return inLocale {
      var result = ""
      var used = 0
      // By characters, so that marks stay with their letters.
      for character in text {
        used += character.unicodeScalars.reduce(0) { $0 + width($1) }
        if used > columns - 1 { break }
        result.append(character)
      }
      return result + "…"
    }
  }

  private static func inLocale<Value>(_ body: () -> Value) -> Value {
    guard let locale else { return body() }
    let previous = uselocale(locale)
    defer { uselocale(previous) }
    return body()
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    let columns = wcwidth(wchar_t(bitPattern: scalar.value))
    // -1 is what the library does not know: one column is what most terminals give to it.
    return columns >= 0 ? Int(columns) : 1
  }
}
