/// JSON that is being written, from its beginning to its end.
///
/// Values are written the moment they are encoded, with no tree of them in between: what the daemon answers is most of
/// what it computes.
final class JSONOutput {
  private(set) var bytes: [UInt8] = []
  /// The containers that are open, the innermost last.
  private var open: [Container] = []

  /// A value that has others in it.
  private struct Container {
    var end: UInt8
    var isEmpty = true
  }

  /// The containers that are open now; what was opened since is closed with ``close(downTo:)``.
  var depth: Int { open.count }

  init() { bytes.reserveCapacity(512) }

  func openObject() { open(UInt8(ascii: "{"), UInt8(ascii: "}")) }

  func openArray() { open(UInt8(ascii: "["), UInt8(ascii: "]")) }

  private func open(_ first: UInt8, _ last: UInt8) {
    bytes.append(first)
    open.append(Container(end: last))
  }

  func close(downTo depth: Int) {
    while open.count > depth { bytes.append(open.removeLast().end) }
  }

  /// Begins a member of the innermost object.
  func key(_ name: String) {
    separate()
    write(name)
    bytes.append(UInt8(ascii: ":"))
  }

  /// Begins a value of the innermost array, or the next member of the innermost object.
  func separate() {
    guard let last = open.indices.last else { return }
    if open[last].isEmpty { open[last].isEmpty = false } else { bytes.append(UInt8(ascii: ",")) }
  }

  func write(_ value: Bool) { write(literal: value ? "true" : "false") }

  func writeNull() { write(literal: "null") }

  func write(_ value: some FixedWidthInteger) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let start = bytes.count
    var rest = UInt64(value.magnitude)
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      var start = 0
      for (index, byte) in utf8.enumerated() where byte < 0x20 || byte == 0x22 || byte == 0x5C {
        bytes.append(contentsOf: utf8[start..<index])
        escape(byte)
        start = index + 1
      }
      bytes.append(contentsOf: utf8[start...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private func write(literal: StaticString) {
    literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private func escape(_ byte: UInt8) {
    switch byte {
    case 0x22: write(literal: #"\""#)
    case 0x5C: write(literal: #"\\"#)
    case 0x08: write(literal: #"\b"#)
    case 0x09: write(literal: #"\t"#)
    case 0x0A: write(literal: #"\n"#)
    case 0x0C: write(literal: #"\f"#)
    case 0x0D: write(literal: #"\r"#)
    default:
      write(literal: #"\u00"#)
      let digits = String(byte, radix: 16)
      bytes.append(contentsOf: (byte < 0x10 ? "0" + digits : digits).utf8)
    }
  }
}
