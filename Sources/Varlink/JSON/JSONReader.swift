/// A reader of JSON (RFC 8259) that takes values one by one, in one pass over the bytes. Everything that it
/// passes is checked: well-formed, not nested too deeply, UTF-8, and without a NUL in a string. A value that
/// does not fit throws an ``InvalidValue`` with its place, what was found and what is expected; the place is
/// looked up only then.
package struct JSONReader {
  let bytes: [UInt8]
  private(set) var index: Int
  /// The index of the value from which paths in errors are counted.
  var root: Int
  /// Whether an unknown member is an error; else it is skipped, as newer services may send more members.
  private let refusesUnknown: Bool
  /// Whether lists with a bound are cut there: a call that is too long is refused by its count, so the rest
  /// need not be made.
  let cutsLists: Bool
  private let nestingLimit: Int
  private var nesting = 0
  /// The index of the first byte that does not belong to UTF-8, or `Int.max`.
  private let firstInvalidByte: Int

  /// Creates a reader that begins at the index `start`.
  /// - Parameters:
  ///   - nestingLimit: The deepest nesting of objects and arrays.
  ///   - refusesUnknown: Whether an unknown member is an error.
  ///   - cutsLists: Whether no more elements of a list are made than its bound allows. Whoever reads so has
  ///     to check the bounds afterwards.
  init(
    _ bytes: [UInt8], at start: Int = 0, nestingLimit: Int, refusesUnknown: Bool, cutsLists: Bool = false
  ) {
    self.bytes = bytes
    index = start
    root = start
    self.refusesUnknown = refusesUnknown
    self.cutsLists = cutsLists
    self.nestingLimit = nestingLimit
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
      firstInvalidByte = .max
    } catch {
      firstInvalidByte = error.byteOffsets.lowerBound
    }
  }

  /// Creates a reader of a service's reply, which may have unknown members.
  package init(reply bytes: [UInt8]) {
    self.init(bytes, nestingLimit: MessageLimits.deepest, refusesUnknown: false)
  }

  // MARK: Where it is

  /// The byte at the index; `nil` at the end.
  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Skips white space and returns the next byte, or `nil` at the end.
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

  /// Goes back to ``mark``: to the beginning of a value, at the same depth.
  package mutating func rewind(to mark: (index: Int, nesting: Int)) { (index, nesting) = mark }

  /// The place that ``rewind(to:)`` goes back to.
  package var mark: (index: Int, nesting: Int) { (index, nesting) }

  // MARK: Objects

  /// The members of an object that is being read.
  package struct Members {
    /// The index of the object's first byte.
    fileprivate let start: Int
    fileprivate var isFirst = true
    /// One bit for each known member that was read.
    fileprivate var seen: UInt64 = 0
    /// The known member that is likely to be next: most messages have them in one order.
    fileprivate var next = 0
  }

  /// Begins an object.
  package mutating func object() throws(InvalidValue) -> Members {
    guard peek() == UInt8(ascii: "{") else { throw mismatch("an object") }
    let start = index
    try enter()
    return Members(start: start)
  }

  /// Returns the name of the next member, whose value has to be read next, or `nil` at the object's end.
  mutating func name(_ members: inout Members) throws(InvalidValue) -> JSONString? {
    switch peek() {
    case UInt8(ascii: "}"):
      leave()
      // Only a member may follow a comma.
      return nil
    case UInt8(ascii: ",") where !members.isFirst:
      index += 1
      _ = peek()
    case _ where members.isFirst: break
    default: throw unexpected("',' or '}'")
    }
    members.isFirst = false
    guard current == UInt8(ascii: "\"") else { throw unexpected("a name in double quotes") }
    let start = index
    let name = try string()
    // Names of fields are plain, and compared as bytes.
    if name.isEscaped || bytes[name.range].contains(where: { $0 >= 0x80 }) {
      try checkMarks(of: JSONText.decode(name, in: bytes), at: start)
    }
    guard peek() == UInt8(ascii: ":") else { throw unexpected("':'") }
    index += 1
    _ = peek()
    return name
  }

  /// Lists the known fields; of more than 16, only those that begin with the same letter as `unknown`.
  private static func words(for names: [String], near unknown: String) -> String {
    guard names.count > 16 else {
      return names.isEmpty ? "there are none" : "the fields are " + names.joined(separator: ", ")
    }
    let alike = names.filter { $0.first == unknown.first }
    return alike.isEmpty
      ? "none of the \(names.count) fields begins with the same letter"
      : "these of the \(names.count) fields begin with the same letter: \(alike.joined(separator: ", "))"
  }

  /// Returns the index in `names` of the next member, whose value has to be read next, or `nil` at the
  /// object's end.
  /// - Parameter names: The known members, up to 64.
  /// - Throws: ``InvalidValue`` for malformed JSON, and for a member that is repeated or unknown.
  package mutating func member(
    _ members: inout Members, of names: [StaticString]
  ) throws(InvalidValue) -> Int? {
    while let name = try name(&members) {
      guard let place = place(of: name, among: names, from: members.next) else {
        guard refusesUnknown else {
          try skip()
          continue
        }
        let unknown = JSONText.decode(name, in: bytes)
        throw invalid("unknown field; " + Self.words(for: names.map { "\($0)" }, near: unknown))
      }
      let bit: UInt64 = 1 << UInt64(place)
      guard members.seen & bit == 0 else { throw invalid("given twice") }
      members.seen |= bit
      members.next = place + 1
      return place
    }
    return nil
  }

  /// Returns the error about a required member that is missing.
  /// - Parameter expected: The expected value in words; `nil` is a whole number.
  package func missing(
    _ name: StaticString, in members: Members, expected: String? = nil
  ) -> InvalidValue {
    let expected = expected ?? ExpectedWords.integer("\(name)")
    return invalid("missing; expected \(expected)", at: members.start, member: "\(name)")
  }

  /// Returns the error about a required member of a type that is missing.
  package func missing(_ name: StaticString, in members: Members, as type: Any.Type) -> InvalidValue {
    missing(name, in: members, expected: ExpectedWords.value(of: type))
  }

  private func place(of name: JSONString, among names: [StaticString], from likely: Int) -> Int? {
    if name.isEscaped {
      let text = JSONText.decode(name, in: bytes)
      return names.firstIndex { "\($0)" == text }
    }
    for place in likely..<max(likely, names.count) where equals(name.range, names[place]) { return place }
    for place in 0..<min(likely, names.count) where equals(name.range, names[place]) { return place }
    return nil
  }

  private func equals(_ range: Range<Int>, _ text: StaticString) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    let start = text.utf8Start
    for offset in 0..<range.count where bytes[range.lowerBound + offset] != start[offset] { return false }
    return true
  }

  /// Reads an object with arbitrary member names.
  private mutating func map<Value>(
    _ value: (inout JSONReader) throws(InvalidValue) -> Value
  ) throws(InvalidValue) -> [String: Value] {
    var count = 0
    return try map(atMost: .max, count: &count, value)
  }

  /// Reads an object of strings with arbitrary member names.
  package mutating func namedTexts() throws(InvalidValue) -> [String: String] {
    try map { (reader: inout JSONReader) throws(InvalidValue) in try reader.text() }
  }

  /// Reads an object of whole numbers with arbitrary member names.
  package mutating func namedCounts() throws(InvalidValue) -> [String: Int] {
    try map { (reader: inout JSONReader) throws(InvalidValue) in Int(try reader.integer()) }
  }

  // MARK: Arrays

  /// Reads an array, each element by `element`.
  @inlinable
  package mutating func array<Element>(
    _ element: (inout JSONReader) throws(InvalidValue) -> Element
  ) throws(InvalidValue) -> [Element] {
    var all: [Element] = []
    guard try beginArray() else { return all }
    repeat { all.append(try element(&self)) } while try hasNextElement()
    return all
  }

  /// Reads an array of values that read themselves.
  @inlinable
  package mutating func values<Value: MessageValue>() throws(InvalidValue) -> [Value] {
    try array { (reader: inout JSONReader) throws(InvalidValue) in try Value(from: &reader) }
  }

  /// Reads an array of strings.
  package mutating func texts() throws(InvalidValue) -> [String] {
    try array { (reader: inout JSONReader) throws(InvalidValue) in try reader.text() }
  }

  /// Begins an array.
  /// - Returns: Whether there is an element.
  @usableFromInline
  mutating func beginArray() throws(InvalidValue) -> Bool {
    guard peek() == UInt8(ascii: "[") else { throw mismatch("an array") }
    try enter()
    guard peek() == UInt8(ascii: "]") else { return true }
    leave()
    return false
  }

  /// Passes the comma or the bracket behind an element, and returns whether another element follows.
  @usableFromInline
  mutating func hasNextElement() throws(InvalidValue) -> Bool {
    switch peek() {
    case UInt8(ascii: ","):
      index += 1
      return true
    case UInt8(ascii: "]"):
      leave()
      return false
    default: throw unexpected("',' or ']'")
    }
  }

  private mutating func enter() throws(InvalidValue) {
    guard nesting < nestingLimit else { throw invalid("nested deeper than \(nestingLimit) levels") }
    nesting += 1
    index += 1
  }

  private mutating func leave() {
    nesting -= 1
    index += 1
  }

  // MARK: Values

  /// Passes a null, and returns whether there was one.
  package mutating func null() throws(InvalidValue) -> Bool {
    guard peek() == UInt8(ascii: "n") else { return false }
    try literal("null")
    return true
  }

  /// Reads a string and decodes it.
  package mutating func text() throws(InvalidValue) -> String {
    guard peek() == UInt8(ascii: "\"") else { throw mismatch("a string") }
    let start = index
    let string = try string()
    let text = JSONText.decode(string, in: bytes)
    try checkMarks(of: text, at: start)
    return text
  }

  /// Refuses a string of a call that would take long to compare: see ``JSONText/isStreamSafe(_:)``. What is
  /// stored already is read as it is.
  private func checkMarks(of text: String, at place: Int) throws(InvalidValue) {
    guard !refusesUnknown || JSONText.isStreamSafe(text) else {
      throw invalid(
        "found a character with more than \(JSONText.mostMarks) combining marks, allowed are "
          + "\(JSONText.mostMarks)", at: place)
    }
  }

  /// Reads true or false.
  package mutating func flag() throws(InvalidValue) -> Bool {
    switch peek() {
    case UInt8(ascii: "t"):
      try literal("true")
      return true
    case UInt8(ascii: "f"):
      try literal("false")
      return false
    default: throw mismatch("true or false")
    }
  }

  /// Reads a whole number of 64 bits.
  package mutating func integer() throws(InvalidValue) -> Int64 {
    _ = peek()
    let start = index
    let isNegative = take(UInt8(ascii: "-"))
    let first = index
    var value: Int64 = 0
    while let digit = current.map({ $0 &- UInt8(ascii: "0") }), digit < 10 {
      let (tens, overflows) = value.multipliedReportingOverflow(by: 10)
      let (next, overflowsToo) =
        isNegative
        ? tens.subtractingReportingOverflow(Int64(digit)) : tens.addingReportingOverflow(Int64(digit))
      guard !overflows, !overflowsToo else { throw notWhole(from: start) }
      value = next
      index += 1
    }
    switch current {
    case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): throw notWhole(from: start)
    default: break
    }
    // A number that begins with zero has no other digit.
    let isPadded = index - first > 1 && bytes[first] == UInt8(ascii: "0")
    guard index > first, !isPadded else { throw notWhole(from: start) }
    return value
  }

  /// Reads a whole number within bounds.
  package mutating func integer(in allowed: ClosedRange<Int64>) throws(InvalidValue) -> Int64 {
    _ = peek()
    let start = index
    let value = try integer()
    guard allowed.contains(value) else {
      index = start
      throw mismatch("a whole number from \(allowed.lowerBound) to \(allowed.upperBound)")
    }
    return value
  }

  /// Reads a whole number of 32 bits.
  package mutating func int32() throws(InvalidValue) -> Int32 {
    Int32(try integer(in: Int64(Int32.min)...Int64(Int32.max)))
  }

  /// Reads a whole number of 32 bits that is not negative.
  package mutating func uint32() throws(InvalidValue) -> UInt32 {
    UInt32(try integer(in: 0...Int64(UInt32.max)))
  }

  private mutating func notWhole(from start: Int) -> InvalidValue {
    index = start
    return mismatch(ExpectedWords.integer(JSONPath.member(at: start, in: bytes, from: root)))
  }

  /// Passes a string, which may be a word; `nil` when the next value is none.
  package mutating func possibleWord() throws(InvalidValue) -> JSONString? {
    peek() == UInt8(ascii: "\"") ? try string() : nil
  }

  /// Whether a string is the same text, byte for byte.
  package func equals(_ string: JSONString, _ text: String) -> Bool {
    if string.isEscaped { return JSONText.decode(string, in: bytes) == text }
    guard string.range.count == text.utf8.count else { return false }
    var text = text
    return text.withUTF8 { utf8 in
      utf8.indices.allSatisfy { utf8[$0] == bytes[string.range.lowerBound + $0] }
    }
  }

  /// Passes a value of any kind.
  package mutating func skip() throws(InvalidValue) {
    switch peek() {
    case UInt8(ascii: "{"):
      var members = try object()
      while try name(&members) != nil { try skip() }
    case UInt8(ascii: "["):
      guard try beginArray() else { return }
      repeat { try skip() } while try hasNextElement()
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "t"): try literal("true")
    case UInt8(ascii: "f"): try literal("false")
    case UInt8(ascii: "n"): try literal("null")
    case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): try number()
    default: throw unexpected("a value")
    }
  }

  /// Passes a value of any kind, and returns it as it is written.
  package mutating func raw() throws(InvalidValue) -> ArraySlice<UInt8> {
    _ = peek()
    let start = index
    try skip()
    return bytes[start..<index]
  }

  /// Checks that only white space follows.
  package mutating func finish() throws(InvalidValue) {
    guard peek() == nil else { throw unexpected("the end") }
  }

  private mutating func literal(_ word: StaticString) throws(InvalidValue) {
    let end = index + word.utf8CodeUnitCount
    guard end <= bytes.count, equals(index..<end, word) else {
      throw unexpected("true, false, null, a number, a string, an object or an array")
    }
    index = end
  }

  private mutating func number() throws(InvalidValue) {
    let start = index
    do throws(InvalidValue) {
      try numberParts()
    } catch {
      // The error names the number's place, wherever in the number it is.
      throw InvalidValue(path: JSONPath.text(at: start, in: bytes, from: root), message: error.message)
    }
  }

  private mutating func numberParts() throws(InvalidValue) {
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) { try digits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
  }

  private mutating func digits() throws(InvalidValue) {
    let start = index
    while let byte = current, UInt8(ascii: "0") <= byte, byte <= UInt8(ascii: "9") { index += 1 }
    guard index > start else { throw unexpected("a digit") }
  }

  /// Reads a string, whose first quote is at the index.
  mutating func string() throws(InvalidValue) -> JSONString {
    index += 1
    let start = index
    var isEscaped = false
    while true {
      index = endOfPlainText
      guard let byte = current else { break }
      switch byte {
      case UInt8(ascii: "\""):
        guard index <= firstInvalidByte else { throw notUTF8 }
        index += 1
        return JSONString(range: start..<(index - 1), isEscaped: isEscaped)
      case UInt8(ascii: "\\"):
        isEscaped = true
        try escape()
      default:
        throw invalid(
          "a control character in a string has to be written as \\u00\(byte < 16 ? "0" : "")"
            + String(byte, radix: 16))
      }
    }
    guard index <= firstInvalidByte else { throw notUTF8 }
    throw invalid("the message ends inside a string")
  }

  /// The index of the next byte that ends a string or is an error in it, or that begins an escape.
  private var endOfPlainText: Int {
    bytes.withUnsafeBufferPointer { bytes in
      var index = index
      while index < bytes.count, bytes[index] >= 0x20, bytes[index] != UInt8(ascii: "\""),
        bytes[index] != UInt8(ascii: "\\")
      {
        index += 1
      }
      return index
    }
  }

  private var notUTF8: InvalidValue {
    invalid("not UTF-8: byte 0x\(String(bytes[firstInvalidByte], radix: 16)) in a string")
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

  // MARK: Errors

  /// Returns the error about the value at the index.
  @usableFromInline
  func invalid(_ message: String) -> InvalidValue { invalid(message, at: index) }

  private func invalid(_ message: String, at place: Int, member: String? = nil) -> InvalidValue {
    InvalidValue(path: JSONPath.text(at: place, in: bytes, from: root, member: member), message: message)
  }

  /// Returns the error about a byte at the index that is not allowed there.
  func unexpected(_ allowed: String) -> InvalidValue {
    guard let byte = current else { return invalid("the message ends where \(allowed) is expected") }
    let found =
      0x20 < byte && byte < 0x7F ? "'\(Character(UnicodeScalar(byte)))'" : "byte 0x\(String(byte, radix: 16))"
    return invalid("found \(found) at byte \(index), expected \(allowed)")
  }

  /// Returns the error about a value at the index that is of another type.
  package mutating func mismatch(_ expected: String) -> InvalidValue {
    let found: String
    switch peek() {
    case nil: return unexpected(expected)
    case UInt8(ascii: "{"): found = "an object"
    case UInt8(ascii: "["): found = "an array"
    case UInt8(ascii: "\""):
      let start = index
      do throws(InvalidValue) {
        found = "\"\(JSONText.short(JSONText.decode(try string(), in: bytes)))\""
      } catch {
        return error
      }
      index = start
    default:
      let literal = bytes[index...].prefix {
        $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "}") && $0 != UInt8(ascii: "]") && $0 > 0x20
      }
      found = JSONText.short(String(decoding: literal, as: UTF8.self))
    }
    return invalid("found \(found), expected \(expected)")
  }
}

/// An invalid value in a message: its place, what was found and what is allowed.
package struct InvalidValue: Error, Hashable, Sendable, CustomStringConvertible {
  /// The dotted path of the field (`request.command.argv[2]`); empty for the message itself.
  package var path: String
  /// The value that was found and what is allowed.
  package var message: String

  /// The path and the message in one line.
  package var description: String { path.isEmpty ? message : "\(path): \(message)" }
}
