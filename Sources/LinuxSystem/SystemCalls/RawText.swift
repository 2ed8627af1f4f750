import Glibc

/// What the system has as bytes and people take for text: an argument, a path, a variable. It becomes text
/// where it is UTF-8, and nothing else becomes of it where it is not.
package struct RawText: Hashable, Sendable {
  /// None is 0.
  package let bytes: [UInt8]

  /// The bytes up to the first that is 0, which ends what the system has.
  package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes.prefix { $0 != 0 }) }

  /// A text.
  package init(_ text: String) { self.init(text.utf8) }

  /// What the system has at an address.
  package init(cString start: UnsafePointer<CChar>) {
    let count = strlen(start)
    bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// The text; nil where it is not UTF-8.
  package var text: String? { String(validating: bytes, as: UTF8.self) }

  /// As the system takes it.
  package var cString: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }
}

extension RawText: CustomStringConvertible {
  /// The text, or in shells' writing what is none.
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
