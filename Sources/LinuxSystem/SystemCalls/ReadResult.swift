/// What one read of a nonblocking descriptor gave.
public enum ReadResult: Hashable, Sendable {
  /// At least one byte.
  case bytes([UInt8])
  /// The other side is gone or will send no more.
  case end
  /// There is nothing to read now.
  case nothingNow
}
