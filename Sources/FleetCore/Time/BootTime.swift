/// A point on `CLOCK_BOOTTIME`, which never steps and counts suspend. A point means nothing after a reboot,
/// so a stored one stands beside the boot's identifier.
package struct BootTime: Hashable, Comparable, Sendable {
  /// Microseconds since the machine's boot.
  package var uSec: Int64

  /// Creates the point so many microseconds after the boot.
  package init(uSec: Int64) { self.uSec = uSec }

  /// Whether `left` is earlier than `right`.
  package static func < (left: BootTime, right: BootTime) -> Bool { left.uSec < right.uSec }
  /// Returns the point moved on by a length.
  package static func + (point: BootTime, length: Length) -> BootTime {
    BootTime(uSec: point.uSec.saturatingPlus(length.uSec))
  }
  /// Returns the length between two points, below zero when `later` is the earlier one.
  package static func - (later: BootTime, earlier: BootTime) -> Length {
    Length(uSec: later.uSec.saturatingMinus(earlier.uSec))
  }
}
