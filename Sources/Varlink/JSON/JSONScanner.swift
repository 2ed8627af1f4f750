/// Walks through JSON (RFC 8259) without making values of it: checks that it is well-formed, not nested too
/// deeply, UTF-8, without a NUL in a string and without a member twice, and knows at every moment the path of
/// where it is. The JSON decoder comes after it, so that nothing it would choke on reaches it, and so that
/// every error names the field.
struct JSONScanner {
  let bytes: [UInt8]
  private(set) var index = 0
  private var path: [PathElement] = []
  private let nestingLimit: Int
  /// Where the first byte is that does not belong to UTF-8.
  private let firstInvalidByte: Int

  init(_ bytes: [UInt8], nestingLimit: Int) {
    self.bytes = bytes
    self.nestingLimit = nestingLimit
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
      firstInvalidByte = .max
    } catch {
      firstInvalidByte = error.byteOffsets.lowerBound
    }
  }

  // MARK: Where it is

  /// Starts again at the beginning of a value, from which paths are counted now.
  mutating func restart(at index: Int) {
    self.index = index
    path = []
  }

  /// Any value, from which paths are counted while it lasts.
  mutating func root() throws(InvalidValue) {
    let outside = path
    path = []
    try value()
    path = outside
  }

  /// Goes back to the beginning of a value that it has just walked over.
  mutating func rewind(to index: Int) { self.index = index }

  /// The byte at the index; nil at the end.
  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Skips white space and looks at what follows; nil at the end.
  mutating func peek() -> UInt8? {
    while let byte = current {
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      index += 1
    }
    return nil
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    index += 1
    return true
  }

  /// The name of the member that it is in; nil outside of objects and in arrays.
  var member: String? {
    if case .member(let name)? = path.last { JSONText.decode(name, in: bytes) } else { nil }
  }

  func invalid(_ message: String, at member: String? = nil) -> InvalidValue {
    InvalidValue(path: JSONText.path(path, member: member, in: bytes), message: message)
  }

  /// Says that what stands at the index has no place there.
  func unexpected(_ allowed: String) -> InvalidValue {
    guard let byte = current else { return invalid("the message ends where \(allowed) is expected") }
    let found =
      0x20 < byte && byte < 0x7F ? "'\(Character(UnicodeScalar(byte)))'" : "byte 0x\(String(byte, radix: 16))"
    return invalid("found \(found) at byte \(index), expected is \(allowed)")
  }

  // MARK: Values

  /// Any value.
  mutating func value() throws(InvalidValue) {
    switch peek() {
    case UInt8(ascii: "{"):
      try object { (scanner, _) throws(InvalidValue) in try scanner.value() }
    case UInt8(ascii: "["):
      try array { (scanner) throws(InvalidValue) in try scanner.value() }
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "t"): try literal("true")
    case UInt8(ascii: "f"): try literal("false")
    case UInt8(ascii: "n"): try literal("null")
    case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): _ = try number()
    default: throw unexpected("a value")
    }
  }

  /// An object. The closure is given each member's name and must walk over the member's value.
  mutating func object(
    _ member: (inout JSONScanner, JSONString) throws(InvalidValue) -> Void
  ) throws(InvalidValue) {
    guard peek() == UInt8(ascii: "{") else { throw unexpected("an object") }
    try enter()
    if peek() == UInt8(ascii: "}") { return leave() }
    while true {
      guard peek() == UInt8(ascii: "\"") else { throw unexpected("a name in double quotes") }
      let name = try string()
      path.append(.member(name))
      guard peek() == UInt8(ascii: ":") else { throw unexpected("':'") }
      index += 1
      try member(&self, name)
      path.removeLast()
      switch peek() {
      case UInt8(ascii: ","): index += 1
      case UInt8(ascii: "}"): return leave()
      default: throw unexpected("',' or '}'")
      }
    }
  }

  /// An array. The closure must walk over one element.
  mutating func array(
    _ element: (inout JSONScanner) throws(InvalidValue) -> Void
  ) throws(InvalidValue) {
    guard peek() == UInt8(ascii: "[") else { throw unexpected("an array") }
    try enter()
    if peek() == UInt8(ascii: "]") { return leave() }
    var count = 0
    while true {
      path.append(.element(count))
      try element(&self)
      path.removeLast()
      count += 1
      switch peek() {
      case UInt8(ascii: ","): index += 1
      case UInt8(ascii: "]"): return leave()
      default: throw unexpected("',' or ']'")
      }
    }
  }

  private var nesting = 0

  private mutating func enter() throws(InvalidValue) {
    guard nesting < nestingLimit else { throw invalid("nested deeper than \(nestingLimit) levels") }
    nesting += 1
    index += 1
  }

  private mutating func leave() {
    nesting -= 1
    index += 1
  }

  mutating func literal(_ word: StaticString) throws(InvalidValue) {
    let end = index + word.utf8CodeUnitCount
    let isThere = word.withUTF8Buffer { end <= bytes.count && bytes[index..<end].elementsEqual($0) }
    guard isThere else { throw unexpected("true, false, null, a number, a string, an object or an array") }
    index = end
  }

  /// A number.
  /// - Returns: Where it stands, and whether it is written as a whole number: without a fraction and an
  ///   exponent.
  mutating func number() throws(InvalidValue) -> (range: Range<Int>, isWhole: Bool) {
    let start = index
    var isWhole = true
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) {
      isWhole = false
      try digits()
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isWhole = false
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    return (start..<index, isWhole)
  }

  private mutating func digits() throws(InvalidValue) {
    let start = index
    while let byte = current, UInt8(ascii: "0") <= byte, byte <= UInt8(ascii: "9") { index += 1 }
    guard index > start else { throw unexpected("a digit") }
  }

  /// A string, the index at its first quote.
  mutating func string() throws(InvalidValue) -> JSONString {
    index += 1
    let start = index
    var isEscaped = false
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return JSONString(range: start..<(index - 1), isEscaped: isEscaped)
      case UInt8(ascii: "\\"):
        isEscaped = true
        try escape()
      case ..<0x20:
        throw invalid(
          "a control character in a string has to be written as \\u00\(byte < 16 ? "0" : "")"
            + String(byte, radix: 16))
      case 0x80... where index >= firstInvalidByte:
        throw invalid("not UTF-8: byte 0x\(String(bytes[firstInvalidByte], radix: 16)) in a string")
      default: index += 1
      }
    }
    throw invalid("the message ends inside a string")
  }

  private mutating func escape() throws(InvalidValue) {
    index += 1
    guard let letter = current else { throw invalid("the message ends inside a string") }
    index += 1
    switch letter {
    case UInt8(ascii: "u"):
      let unit = try hexadecimalUnit()
      switch unit {
      case 0: throw invalid("a string may not hold the character NUL (\\u0000)")
      case 0xD800..<0xDC00:
        guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")),
          case 0xDC00..<0xE000 = try hexadecimalUnit()
        else { throw invalid("half of a surrogate pair (\\u\(String(unit, radix: 16))) in a string") }
      case 0xDC00..<0xE000:
        throw invalid("half of a surrogate pair (\\u\(String(unit, radix: 16))) in a string")
      default: return
      }
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return
    default:
      index -= 1
      throw unexpected("one of the escapes \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u")
    }
  }

  private mutating func hexadecimalUnit() throws(InvalidValue) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = current, let digit = JSONText.hexadecimalDigit(byte) else {
        throw unexpected("a hexadecimal digit")
      }
      unit = unit << 4 | digit
      index += 1
    }
    return unit
  }
}
