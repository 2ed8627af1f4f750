/// The threshold below which a disk counts as nearly full. Pure.
package struct StorageThreshold: Hashable, Sendable {
  /// The share of the disk in per cent that is low if it is also below ``bytes``: 5 % of a large disk is
  /// plenty.
  package var percent: UInt64 = 5
  /// The bytes that are low if they are also below ``percent``: 1 GiB free of a small disk may be most of it.
  package var bytes: UInt64 = 1 << 30
  /// The bytes that are low in any case: the daemon's own state needs room to be written.
  package var floorBytes: UInt64 = 16 << 20

  /// The defaults: 5 % and 1 GiB, or 16 MiB.
  package init() {}

  /// Whether a disk is nearly full; nil for a file system that has no size (proc, a union without backing).
  /// - Parameters:
  ///   - available: The bytes that an ordinary user may still write.
  ///   - total: The size of the file system in bytes.
  package func isLow(available: UInt64, total: UInt64) -> Bool? {
    guard total > 0 else { return nil }
    if available < floorBytes { return true }
    let share = total.multipliedFullWidth(by: percent)
    let scaled = available.multipliedFullWidth(by: 100)
    return available < bytes && (scaled.high, scaled.low) < (share.high, share.low)
  }
}
