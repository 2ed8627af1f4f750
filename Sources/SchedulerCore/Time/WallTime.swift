/// A date: microseconds since the Unix epoch on `CLOCK_REALTIME`, which may step in both directions.
package struct WallTime: Hashable, Comparable, Sendable {
  /// Microseconds since 1970-01-01 00:00 UTC.
  package var uSec: Int64

  /// Creates the date so many microseconds after the epoch.
  package init(uSec: Int64) { self.uSec = uSec }

  /// The last date that is accepted from outside: the end of the year 9999.
  package static let maximum = WallTime(uSec: 253_402_300_799_999_999)

  /// Whether `left` is earlier than `right`.
  package static func < (left: WallTime, right: WallTime) -> Bool { left.uSec < right.uSec }
  /// Returns the date moved on by a length.
  package static func + (date: WallTime, length: TimeSpan) -> WallTime {
    WallTime(uSec: date.uSec.saturatingPlus(length.uSec))
  }
  /// Returns the date moved back by a length.
  package static func - (date: WallTime, length: TimeSpan) -> WallTime {
    WallTime(uSec: date.uSec.saturatingMinus(length.uSec))
  }
  /// Returns the length between two dates.
  package static func - (later: WallTime, earlier: WallTime) -> TimeSpan {
    TimeSpan(uSec: later.uSec.saturatingMinus(earlier.uSec))
  }
}
