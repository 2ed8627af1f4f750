/// Classes of bytes, independent of any locale.
package enum ASCII {
  /// Returns whether the byte is `0` to `9`.
  package static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  /// Returns whether the byte is `A` to `Z` or `a` to `z`.
  package static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }

  /// Returns whether the byte is in systemd's `WHITESPACE`: space, tab, newline, carriage return.
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Returns the value of a digit in base 8, 10 or 16; `nil` for any other byte.
  static func digit(_ byte: UInt8, radix: UInt8) -> UInt8? {
    let value: UInt8
    switch byte {
    case 0x30...0x39: value = byte - 0x30
    case 0x41...0x46: value = byte - 0x41 + 10
    case 0x61...0x66: value = byte - 0x61 + 10
    default: return nil
    }
    return value < radix ? value : nil
  }

  /// Returns the text without spaces at its ends.
  static func trimmed(_ text: some StringProtocol) -> String {
    let rest = Substring(text).utf8.drop(while: isSpace)
    guard let last = rest.lastIndex(where: { !isSpace($0) }) else { return "" }
    return String(Substring(rest[...last]))
  }
}
