/// What a run's program wrote, where no journal keeps it.
package struct RunOutput: Hashable, Sendable {
  /// The bytes as they were written; whoever shows them decides what they mean.
  package var bytes: [UInt8]
  /// There was more, and the beginning was dropped.
  package var isTruncated: Bool

  /// Output.
  package init(bytes: [UInt8], isTruncated: Bool = false) {
    self.bytes = bytes
    self.isTruncated = isTruncated
  }
}
