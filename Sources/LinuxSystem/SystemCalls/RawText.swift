import Glibc

/// The system's bytes that people take for text: an argument, a path, a variable. They are text where they
/// are UTF-8, and remain bytes where they are not.
package struct RawText: Hashable, Sendable {
  /// The bytes, none of which is 0.
  package let bytes: [UInt8]

  /// Takes the bytes up to the first 0, which ends a text of the system.
  package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes.prefix { $0 != 0 }) }

  package init(_ text: String) { self.init(text.utf8) }

  /// Copies the C string at an address.
  package init(cString start: UnsafePointer<CChar>) {
    let count = strlen(start)
    bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// The text; nil where it is not UTF-8.
  package var text: String? { String(validating: bytes, as: UTF8.self) }

  /// The bytes as a C string.
  package var cString: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }
}

extension RawText: CustomStringConvertible {
  /// The text, or the bytes as shells escape them where they are no text.
  package var description: String {
    text ?? "$'" + bytes.reduce(into: "") { $0 += Self.shown($1) } + "'"
  }

  private static func shown(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\\"): "\\" + String(UnicodeScalar(byte))
    case 0x20..<0x7f: String(UnicodeScalar(byte))
    default: "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
  }
}
