// Room PlainText: which characters a line for people may have, and how all others are written.
// Way in: `SingleLine`.
// Must not know: where a text comes from or goes.

/// Text for one line that people read. It comes from callers, programs and files and goes to journals and
/// terminals, where some characters are commands and others disguise the text.
package enum SingleLine {
  /// Returns whether a terminal may obey the character, or it makes a reader see another text: C0 and C1
  /// controls, DEL, separators of lines and paragraphs, and characters that are shown as nothing or as a
  /// blank, by which two texts would look alike: all that Unicode has ignored where a font lacks them
  /// (`Default_Ignorable_Code_Point`: soft hyphens, bidirectional controls, tags, fillers of Hangul),
  /// annotations, letters and symbols without ink, and noncharacters, which each terminal shows in its way.
  ///
  /// Joiners (U+200C, U+200D), variation selectors and the zero width space (U+200B) are invisible as well,
  /// but safe: words of Persian, Hindi or Mongolian, many emoji and names in Chinese characters are spelled
  /// with them, and Khmer and Thai keyboards write the zero width space between words.
  package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F: false
    case 0..<0x20, 0x7F...0x9F: true
    case 0xA0..<0xAD: false
    // The zero width space, joiners, and the variation selectors of Mongolian, of symbols and of Chinese.
    case 0x200B...0x200D, 0x180B...0x180D, 0x180F, 0xFE00...0xFE0F, 0xE0100...0xE01EF: false
    case 0x2028, 0x2029, 0xFFF9...0xFFFB: true
    // Symbols and letters without ink: the braille pattern without dots, the filler of Khitan, the musical
    // null notehead, and the blanks of Egyptian hieroglyphs. The fillers of Hangul are ignorable.
    case 0x2800, 0x16FE4, 0x1D159, 0x13441, 0x13442: true
    default:
      scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isNoncharacterCodePoint
    }
  }

  /// Returns the text with every unsafe character escaped in the form that C and systemd read (`\n`, `\x1b`,
  /// `\u202e`, `\U000e0041`). Each backslash is then escaped as well (`\\`), so that none is taken for the
  /// begin of an escape. The text is cut with `…` after `maximumScalars` characters of the original.
  package static func escaped(_ text: String, maximumScalars: Int = .max) -> String {
    let isSafe = !text.unicodeScalars.contains(where: isUnsafe)
    // A text never has more scalars than bytes.
    if isSafe, text.utf8.count <= maximumScalars { return text }
    var result = ""
    for (count, scalar) in text.unicodeScalars.enumerated() {
      guard count < maximumScalars else { return result + "…" }
      if isUnsafe(scalar) || (scalar == "\\" && !isSafe) {
        result += escape(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns the text without unsafe characters, where an escape would be out of place: a control character
  /// or a separator becomes a space, and an invisible character is removed.
  package static func cleaned(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if !isUnsafe(scalar) {
        result.unicodeScalars.append(scalar)
      } else if isControl(scalar) {
        result += " "
      }
    }
    return result
  }

  /// Returns the cleaned text in at most `maximumBytes`, cut between two characters and ended with `…`.
  package static func cleaned(_ text: String, maximumBytes: Int) -> String {
    let text = cleaned(text)
    guard text.utf8.count > maximumBytes else { return text }
    var room = maximumBytes - "…".utf8.count
    return text.prefix { character in
      room -= character.utf8.count
      return room >= 0
    } + "…"
  }

  /// Returns the first unsafe character of the text (`the control character U+001B`, `the invisible character
  /// U+202E`); `nil` when there is none.
  package static func problem(in text: String) -> String? {
    text.unicodeScalars.first(where: isUnsafe).map {
      "the \(isControl($0) ? "control" : "invisible") character U+\(hexadecimal($0, 4).uppercased())"
    }
  }

  /// Returns whether the character is a control, or ends a line or a paragraph.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0xA0 || scalar.value == 0x2028 || scalar.value == 0x2029
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case 0x0A: "\\n"
    case 0x0D: "\\r"
    case 0x09: "\\t"
    case 0x5C: "\\\\"
    // A reader of these escapes would take `\x85` for a byte, not for the character.
    case ..<0x80: "\\x" + hexadecimal(scalar, 2)
    case ..<0x10000: "\\u" + hexadecimal(scalar, 4)
    default: "\\U" + hexadecimal(scalar, 8)
    }
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar, _ width: Int) -> String {
    let digits = String(scalar.value, radix: 16)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
