/// When a disk counts as nearly full. Pure.
package struct StorageThreshold: Hashable, Sendable {
  /// Low below so much of the disk, in per cent, if it is also below ``bytes``: 5 % of a large disk is
  /// plenty.
  package var percent: UInt64 = 5
  /// Low below so many bytes, if it is also below ``percent``: 1 GiB free of a small disk may be most of it.
  package var bytes: UInt64 = 1 << 30
  /// Low below so many bytes in any case: the daemon's own state needs room to be written.
  package var floorBytes: UInt64 = 16 << 20

  /// The defaults: 5 % and 1 GiB, or 16 MiB.
  package init() {}

  /// Whether a disk is nearly full; nil for a file system that has no size (proc, a union without backing).
  /// - Parameters:
  ///   - available: What an ordinary user may still write, in bytes.
  ///   - total: The size of the file system in bytes.
  package func isLow(available: UInt64, total: UInt64) -> Bool? {
    guard total > 0 else { return nil }
    if available < floorBytes { return true }
    let share = total.multipliedFullWidth(by: percent)
    let scaled = available.multipliedFullWidth(by: 100)
    return available < bytes && (scaled.high, scaled.low) < (share.high, share.low)
  }
}
