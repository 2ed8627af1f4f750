/// A writer of JSON (RFC 8259) without white space, straight into the bytes that are sent.
package struct JSONWriter: Sendable {
  /// The bytes that were written.
  package private(set) var bytes: [UInt8] = []

  /// The length of most messages and requests.
  static let usualBytes = 480

  /// Creates an empty writer.
  /// - Parameter count: The bytes that are expected.
  package init(reserving count: Int = 0) { if count > 0 { bytes.reserveCapacity(count) } }

  /// Writes bytes that are JSON already.
  package mutating func raw(_ json: some Sequence<UInt8>) { bytes.append(contentsOf: json) }

  /// Begins an object.
  package mutating func beginObject() { bytes.append(UInt8(ascii: "{")) }

  /// Ends an object.
  package mutating func endObject() { bytes.append(UInt8(ascii: "}")) }

  /// Writes the name of a member, whose value has to be written next.
  package mutating func name(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  /// Writes the comma before an element that is not the first.
  package mutating func separate() {
    switch bytes.last {
    case UInt8(ascii: "{"), UInt8(ascii: "["), nil: break
    default: bytes.append(UInt8(ascii: ","))
    }
  }

  /// Writes an array, each element by `element`.
  @inlinable
  package mutating func array<Element>(_ elements: [Element], _ element: (inout JSONWriter, Element) -> Void)
  {
    beginArray()
    for one in elements {
      separate()
      element(&self, one)
    }
    endArray()
  }

  /// Begins an array.
  package mutating func beginArray() { bytes.append(UInt8(ascii: "[")) }

  /// Ends an array.
  package mutating func endArray() { bytes.append(UInt8(ascii: "]")) }

  /// Writes an object with arbitrary names in their order; a dictionary's own order differs between runs.
  @inlinable
  package mutating func map<Value>(_ members: [String: Value], _ value: (inout JSONWriter, Value) -> Void) {
    beginObject()
    for member in members.sorted(by: { $0.key < $1.key }) {
      separate()
      text(member.key)
      colon()
      value(&self, member.value)
    }
    endObject()
  }

  @usableFromInline
  mutating func colon() { bytes.append(UInt8(ascii: ":")) }

  /// Writes true or false.
  package mutating func flag(_ flag: Bool) { raw(flag ? "true" : "false") }

  private mutating func raw(_ word: StaticString) {
    word.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Writes a whole number.
  @inlinable
  package mutating func integer(_ value: some FixedWidthInteger) {
    integer(UInt64(value.magnitude), isNegative: value < 0)
  }

  @usableFromInline
  mutating func integer(_ magnitude: UInt64, isNegative: Bool) {
    if isNegative { bytes.append(UInt8(ascii: "-")) }
    // A magnitude has 20 digits at most, and the last is found first.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var rest = magnitude
      var first = digits.count
      repeat {
        let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
        first -= 1
        digits.initializeElement(at: first, to: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
        rest = quotient
      } while rest > 0
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[first...]))
    }
  }

  /// Writes a string of this program's own that needs no escape.
  package mutating func word(_ word: String) {
    bytes.append(UInt8(ascii: "\""))
    var word = word
    word.withUTF8 { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a string. A NUL becomes U+FFFD, as bytes that are not text do: readers refuse it.
  package mutating func text(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      var written = 0
      for (index, byte) in utf8.enumerated() where Self.isEscaped(byte) {
        bytes.append(contentsOf: utf8[written..<index])
        escape(byte)
        written = index + 1
      }
      bytes.append(contentsOf: utf8[written...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func escape(_ byte: UInt8) {
    guard byte != 0 else { return bytes.append(contentsOf: "\u{FFFD}".utf8) }
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    default:
      raw("u00")
      for digit in [byte >> 4, byte & 0xF] {
        bytes.append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
      }
    }
  }
}
