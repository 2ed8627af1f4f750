/// What a run's program wrote, where no journal keeps it.
public struct RunOutput: Hashable, Sendable {
  /// The bytes as they were written; whoever shows them decides what they mean.
  public var bytes: [UInt8]
  /// There was more, and the beginning was dropped.
  public var isTruncated: Bool

  /// Output.
  public init(bytes: [UInt8], isTruncated: Bool = false) {
    self.bytes = bytes
    self.isTruncated = isTruncated
  }
}
