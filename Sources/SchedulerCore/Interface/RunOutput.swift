/// The last part of what a run's program wrote, where no journal keeps it. Nothing is decided by it.
package struct RunOutput: Hashable, Sendable {
  /// The bytes as the program wrote them, of any encoding: as text with replacements they can be three times
  /// as many.
  package var bytes: [UInt8]
  /// Whether earlier output was cut off.
  package var isTruncated: Bool

  package init(bytes: [UInt8], isTruncated: Bool = false) {
    self.bytes = bytes
    self.isTruncated = isTruncated
  }

  /// The output as text; bytes that are no UTF-8 are replaced by U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
}
