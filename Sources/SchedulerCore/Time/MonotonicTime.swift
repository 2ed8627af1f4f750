/// A point on `CLOCK_MONOTONIC`: it never steps and does not count suspend. It means nothing after a reboot,
/// so it is never stored.
package struct MonotonicTime: Hashable, Comparable, Sendable {
  /// Microseconds since an arbitrary point before the machine's boot.
  package var uSec: Int64

  /// The point so many microseconds after the clock's origin.
  package init(uSec: Int64) { self.uSec = uSec }

  /// Earlier, shorter or older first.
  package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool { left.uSec < right.uSec }
  /// Moved on by a length.
  package static func + (point: MonotonicTime, length: TimeSpan) -> MonotonicTime {
    MonotonicTime(uSec: point.uSec.saturatingPlus(length.uSec))
  }
  /// The difference.
  package static func - (later: MonotonicTime, earlier: MonotonicTime) -> TimeSpan {
    TimeSpan(uSec: later.uSec.saturatingMinus(earlier.uSec))
  }
}
