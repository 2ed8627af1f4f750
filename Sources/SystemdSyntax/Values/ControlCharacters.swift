/// Texts from files and programs end up in journals and on terminals, where control characters are commands.
public enum ControlCharacters {
  /// Whether a terminal may take the character for a command, or show the text in another order than it
  /// stands: C0 and C1 controls, DEL, line and paragraph separators, and the bidirectional marks.
  public static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0x061C, 0xFEFF: true
    default: false
    }
  }

  /// The text with every unsafe character written as C writes it (`\n`, `\x1b`, `\u202e`), cut with `…` after
  /// so many characters of the original.
  public static func escaped(_ text: String, maximumScalars: Int = .max) -> String {
    var result = ""
    var count = 0
    for scalar in text.unicodeScalars {
      guard count < maximumScalars else { return result + "…" }
      count += 1
      if isUnsafe(scalar) {
        result += escape(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default:
      let digits = String(scalar.value, radix: 16)
      // `\x85` would be a byte, not the character, wherever these escapes are read again.
      let width = scalar.value < 0x80 ? 2 : 4
      let zeros = String(repeating: "0", count: max(0, width - digits.count))
      return (width == 2 ? "\\x" : "\\u") + zeros + digits
    }
  }
}
