/// JSON text that grows at its end.
final class JSONWriter {
  private(set) var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(512) }

  func put(_ byte: UInt8) { bytes.append(byte) }

  func put(_ literal: StaticString) {
    literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  func integer(_ number: some FixedWidthInteger) {
    bytes.append(contentsOf: String(number).utf8)
  }

  func truth(_ truth: Bool) { put(truth ? "true" : "false") }

  /// Traps on a number that is not finite, which JSON has no word for: messages are made by this program.
  func number(_ number: Double) {
    precondition(number.isFinite, "\(number) has no JSON")
    bytes.append(contentsOf: number.description.utf8)
  }

  /// A string with its quotes. Only what RFC 8259 demands is escaped.
  func text(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      put(UInt8(ascii: "\""))
      // Nearly every string goes in as it is.
      if utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
        bytes.append(contentsOf: utf8)
      } else {
        for byte in utf8 { escape(byte) }
      }
      put(UInt8(ascii: "\""))
    }
  }

  private func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): put("\\\"")
    case UInt8(ascii: "\\"): put("\\\\")
    case 0x0A: put("\\n")
    case 0x0D: put("\\r")
    case 0x09: put("\\t")
    case ..<0x20:
      put("\\u00")
      put(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
      put(Self.digits[Int(byte & 15)])
    default: put(byte)
    }
  }

  private static let digits = Array("0123456789abcdef".utf8)

  /// Any value.
  func value(_ value: some Encodable) throws {
    switch value {
    case let map as any SortedMap: try map.write(to: self)
    default:
      let encoder = ValueEncoder(writer: self)
      try value.encode(to: encoder)
      encoder.end()
    }
  }
}
