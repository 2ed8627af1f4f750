import PlainText

/// Makes texts of requests and programs safe, which any user may have written. A terminal would obey their
/// control characters: move the cursor, retitle the window, hide lines.
enum SafeText {
  /// Returns the text for a place within a line.
  static func inline(_ text: String) -> String { SingleLine.escaped(text) }

  /// Returns lines: newlines and tabs stay, `\r` before a newline goes, the rest is made visible.
  static func lines(_ text: String) -> String {
    var result = ""
    // By scalars, because a carriage return and a newline are one character.
    for scalar in text.unicodeScalars {
      if scalar == "\n" || scalar == "\t" || !SingleLine.isUnsafe(scalar) {
        if scalar == "\n", result.hasSuffix(#"\r"#) { result.removeLast(2) }
        result.unicodeScalars.append(scalar)
      } else {
        result += SingleLine.escaped(String(scalar))
      }
    }
    return result
  }

  /// Returns JSON with the same meaning and no unsafe character; JSON escapes those below U+0020 already.
  static func json(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: SingleLine.isUnsafe) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if SingleLine.isUnsafe(scalar) {
        // JSON writes a character above U+FFFF as two halves.
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
