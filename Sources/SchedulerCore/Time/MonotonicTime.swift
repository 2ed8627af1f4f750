/// A point on `CLOCK_MONOTONIC`, which never steps and does not count suspend. A point means nothing after a
/// reboot, so it is never stored.
package struct MonotonicTime: Hashable, Comparable, Sendable {
  /// Microseconds since an arbitrary point before the machine's boot.
  package var uSec: Int64

  /// Creates the point so many microseconds after the clock's origin.
  package init(uSec: Int64) { self.uSec = uSec }

  /// Whether `left` is earlier than `right`.
  package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool { left.uSec < right.uSec }
  /// Returns the point moved on by a length.
  package static func + (point: MonotonicTime, length: TimeSpan) -> MonotonicTime {
    MonotonicTime(uSec: point.uSec.saturatingPlus(length.uSec))
  }
  /// Returns the length between two points.
  package static func - (later: MonotonicTime, earlier: MonotonicTime) -> TimeSpan {
    TimeSpan(uSec: later.uSec.saturatingMinus(earlier.uSec))
  }
}
