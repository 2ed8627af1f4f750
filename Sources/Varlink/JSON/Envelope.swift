/// The members of the object that every message is, found without making values of them.
struct Envelope {
  /// Whether a flag is absent, or what it says.
  private(set) var flags: [String: Bool] = [:]
  /// What the strings say.
  private(set) var strings: [String: String] = [:]
  /// Where the parameters are: an object. Nil when they are absent or null.
  private(set) var parameters: Range<Int>?

  /// Walks over a message.
  /// - Parameters:
  ///   - strings: The members that are strings.
  ///   - flags: The members that are true or false.
  init(_ scanner: inout JSONScanner, strings stringNames: [String], flags flagNames: [String])
    throws(InvalidValue)
  {
    var found = Envelope()
    var seen: [String] = []
    guard scanner.peek() != nil else { throw scanner.invalid("the message is empty; expected is an object") }
    try scanner.object { (scanner, key) throws(InvalidValue) in
      let name = JSONText.decode(key, in: scanner.bytes)
      guard !seen.contains(name) else { throw scanner.invalid("given twice") }
      let first = scanner.peek()
      if stringNames.contains(name) {
        guard first == UInt8(ascii: "\"") else { throw scanner.unexpected("a string") }
        found.strings[name] = JSONText.decode(try scanner.string(), in: scanner.bytes)
      } else if flagNames.contains(name) {
        let start = scanner.index
        try scanner.value()
        switch scanner.bytes[start] {
        case UInt8(ascii: "t"): found.flags[name] = true
        case UInt8(ascii: "f"), UInt8(ascii: "n"): break
        default: throw scanner.invalid("allowed are true and false")
        }
      } else if name == "parameters" {
        let start = scanner.index
        if first != UInt8(ascii: "n"), first != UInt8(ascii: "{") { throw scanner.unexpected("an object") }
        try scanner.root()
        if first == UInt8(ascii: "{") { found.parameters = start..<scanner.index }
      } else {
        let known = (stringNames + ["parameters"] + flagNames).joined(separator: ", ")
        throw scanner.invalid("unknown; a message has \(known)")
      }
      seen.append(name)
    }
    guard scanner.peek() == nil else { throw scanner.unexpected("the end of the message") }
    self = found
  }

  private init() {}
}
