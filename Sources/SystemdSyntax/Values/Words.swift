import PlainText

/// The split of a line into words, as systemd does it for `Exec=`: systemd.syntax(7), "Quoting".
package enum Words {
  /// Returns the words of a line. Single and double quotes keep spaces; C-style escapes work in and outside
  /// of them (`\n`, `\t`, `\s` for a space, `\x41`, `\101`, `\u00e4`, `\U0001f600`).
  /// - Throws: ``SyntaxError`` for a quote that does not end, an unknown escape, a NUL, or bytes that are not
  ///   UTF-8.
  package static func split(_ text: String) throws(SyntaxError) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    var isInWord = false
    var quote: UInt8?
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == 0 { throw failure(text, "contains a NUL") }
      if quote == nil, ASCII.isSpace(byte) {
        if isInWord { words.append(try validated(word, in: text)) }
        word.removeAll(keepingCapacity: true)
        isInWord = false
        continue
      }
      isInWord = true
      if byte == 0x5C {
        word += try escape(&rest, in: text)
      } else if byte == quote {
        quote = nil
      } else if quote == nil, byte == 0x22 || byte == 0x27 {
        quote = byte
      } else {
        word.append(byte)
      }
    }
    if quote != nil { throw failure(text, "has a quote that does not end") }
    if isInWord { words.append(try validated(word, in: text)) }
    return words
  }

  /// Returns the word in the form that ``split(_:)`` turns back into it.
  package static func quote(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.unicodeScalars.allSatisfy {
        !SingleLine.isUnsafe($0) && !" \"'\\".unicodeScalars.contains($0)
      }
    if isPlain { return word }
    var result = "\""
    for scalar in word.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result += "\\" }
      result += SingleLine.escaped(String(scalar))
    }
    return result + "\""
  }

  /// Returns the bytes of an escape, whose text follows the backslash.
  private static func escape(
    _ rest: inout ArraySlice<UInt8>, in text: String
  ) throws(SyntaxError) -> [UInt8] {
    guard let byte = rest.first else { throw failure(text, "ends in a backslash") }
    if (0x30...0x37).contains(byte) {
      let value = try code(&rest, 3, 8, in: text)
      guard value < 256 else { throw failure(text, "has an escape above \\377") }
      return [UInt8(value)]
    }
    rest.removeFirst()
    switch byte {
    case UInt8(ascii: "a"): return [0x07]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "v"): return [0x0B]
    case UInt8(ascii: "s"): return [0x20]
    case 0x5C, 0x22, 0x27: return [byte]
    case UInt8(ascii: "x"): return [UInt8(truncatingIfNeeded: try code(&rest, 2, 16, in: text))]
    case UInt8(ascii: "u"): return try scalar(try code(&rest, 4, 16, in: text), in: text)
    case UInt8(ascii: "U"): return try scalar(try code(&rest, 8, 16, in: text), in: text)
    default: throw failure(text, "has an unknown escape")
    }
  }

  private static func code(
    _ rest: inout ArraySlice<UInt8>, _ count: Int, _ radix: UInt8, in text: String
  ) throws(SyntaxError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let digit = rest.popFirst().flatMap({ ASCII.digit($0, radix: radix) }) else {
        throw failure(text, "has an incomplete escape")
      }
      value = value * UInt32(radix) + UInt32(digit)
    }
    if value == 0 { throw failure(text, "contains a NUL") }
    return value
  }

  private static func scalar(_ value: UInt32, in text: String) throws(SyntaxError) -> [UInt8] {
    guard let scalar = Unicode.Scalar(value) else {
      throw failure(text, "has an escape that is no character")
    }
    return Array(String(scalar).utf8)
  }

  private static func validated(_ bytes: [UInt8], in text: String) throws(SyntaxError) -> String {
    guard let word = String(validating: bytes, as: UTF8.self) else {
      throw failure(text, "has escapes that are not UTF-8")
    }
    return word
  }

  private static func failure(_ text: String, _ problem: String) -> SyntaxError {
    SyntaxError(
      found: text, problem: problem, allowed: "words with quotes and C-style escapes",
      example: "/usr/bin/tar \"a file\" tab\\there")
  }
}
