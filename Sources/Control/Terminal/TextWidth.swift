/// The columns that a text takes on a terminal, by the rules of wcwidth(3), which Swift cannot import and
/// which would know the caller's locale only.
enum TextWidth {
  /// The blocks of East Asian characters that take two columns (Unicode's EastAsianWidth, W and F). Wide
  /// symbols outside of them are emoji.
  private static let wideBlocks: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
    0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]

  /// Returns the width of a text that went through ``SafeText`` and may have this program's styles.
  static func of(_ text: String) -> Int {
    let text = text.utf8.contains(0x1B) ? withoutStyles(text) : text
    return text.utf8.allSatisfy { $0 < 0x80 }
      ? text.utf8.count : text.unicodeScalars.reduce(0) { $0 + width($1) }
  }

  private static func withoutStyles(_ text: String) -> String {
    var isStyle = false
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\u{1B}" { isStyle = true }
      if !isStyle { result.append(scalar) }
      if scalar == "m" { isStyle = false }
    }
    return String(result)
  }

  /// Returns the text, or as much of it as fits before an `…`.
  static func cut(_ text: String, to columns: Int) -> String {
    if of(text) <= columns { return text }
    if columns < 1 { return "" }
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

  /// Returns the smallest width to which texts can be cut so that no two different ones read alike.
  static func distinct(_ texts: [String], from least: Int, to natural: Int) -> Int {
    let texts = Set(texts)
    var (low, high) = (min(least, natural), natural)
    while low < high {
      let middle = (low + high) / 2
      if Set(texts.map { cut($0, to: middle) }).count == texts.count {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    // The vowels and final consonants of Hangul join the initial before them.
    if (0x1160...0x11FF).contains(scalar.value) { return 0 }
    let isWide = scalar.properties.isEmojiPresentation || wideBlocks.contains { $0.contains(scalar.value) }
    return isWide ? 2 : 1
  }
}
