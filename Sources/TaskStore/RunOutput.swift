/// The output of a run's program, where no journal keeps it.
package struct RunOutput: Hashable, Sendable {
  /// The bytes as they were written, of any encoding.
  package var bytes: [UInt8]
  /// Whether the beginning was dropped, because there was more.
  package var isTruncated: Bool

  package init(bytes: [UInt8], isTruncated: Bool = false) {
    self.bytes = bytes
    self.isTruncated = isTruncated
  }
}
