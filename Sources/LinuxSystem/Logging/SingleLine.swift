/// Text for one line: what comes from outside can neither begin another line nor speak to the terminal.
public enum SingleLine {
  /// The text with its control characters written as `\n`, `\t` and `\x1b`, and `\` as `\\` where there are
  /// any.
  public static func of(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var line = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": line += "\\n"
      case "\t": line += "\\t"
      case "\r": line += "\\r"
      case "\\": line += "\\\\"
      case _ where isControl(scalar):
        let digits = String(scalar.value, radix: 16)
        line += scalar.value < 0x100 ? "\\x" + (digits.count == 1 ? "0" : "") + digits : "\\u{\(digits)}"
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }

  /// C0, DEL, C1, and Unicode's two line separators.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || scalar.value == 0x2028
      || scalar.value == 0x2029
  }
}
