/// Conversions of parts of a checked message to text.
enum JSONText {
  /// The most bytes of a received name or value that an error repeats.
  private static let quotedBytes = 128

  /// The most combining marks behind one another, by the Stream-Safe Text Format (UAX #15, 13).
  static let mostMarks = 30

  /// Whether no character has more combining marks than ``mostMarks``. Swift hashes and compares strings in
  /// normal form, for which it sorts the marks of a character: that takes the square of their number, and
  /// 40,000 of them held up all users for two seconds.
  static func isStreamSafe(_ text: String) -> Bool {
    // Most texts are ASCII, which has no marks.
    if text.utf8.withContiguousStorageIfAvailable({ $0.allSatisfy { $0 < 0x80 } }) == true { return true }
    var marks = 0
    for scalar in text.unicodeScalars {
      // There are no marks before U+0300.
      let isMark = scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
      marks = isMark ? marks + 1 : 0
      if marks > mostMarks { return false }
    }
    return true
  }

  static func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  /// Returns the text of a string, its escapes decoded.
  static func decode(_ string: JSONString, in bytes: [UInt8]) -> String {
    let raw = bytes[string.range]
    guard string.isEscaped else { return String(decoding: raw, as: UTF8.self) }
    // The reader has checked the string: each escape is complete.
    var units: [UInt16] = []
    units.reserveCapacity(raw.count)
    var rest = raw
    while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
      units.append(contentsOf: String(decoding: rest[..<backslash], as: UTF8.self).utf16)
      rest = rest[(backslash + 1)...]
      switch rest.removeFirst() {
      case UInt8(ascii: "u"):
        units.append(rest.prefix(4).reduce(0) { $0 << 4 | UInt16(hexadecimalDigit($1) ?? 0) })
        rest = rest.dropFirst(4)
      case UInt8(ascii: "b"): units.append(0x08)
      case UInt8(ascii: "f"): units.append(0x0C)
      case UInt8(ascii: "n"): units.append(0x0A)
      case UInt8(ascii: "r"): units.append(0x0D)
      case UInt8(ascii: "t"): units.append(0x09)
      case let other: units.append(UInt16(other))
      }
    }
    units.append(contentsOf: String(decoding: rest, as: UTF8.self).utf16)
    return String(decoding: units, as: UTF16.self)
  }

  /// Returns the text as an error may repeat it: cut when it is long.
  static func short(_ text: String) -> String {
    guard text.utf8.count > quotedBytes else { return text }
    return String(decoding: text.utf8.prefix(quotedBytes), as: UTF8.self) + "…"
  }
}

/// A string's place in a message.
package struct JSONString {
  /// The range between the quotes.
  var range: Range<Int>
  /// Whether the string may contain a backslash.
  var isEscaped: Bool
}
