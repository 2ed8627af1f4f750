/// A date: microseconds since the Unix epoch on `CLOCK_REALTIME`. It may step in both directions.
package struct WallTime: Hashable, Comparable, Sendable {
  /// Microseconds since 1970-01-01 00:00 UTC.
  package var uSec: Int64

  /// The date so many microseconds after the epoch.
  package init(uSec: Int64) { self.uSec = uSec }

  /// The last date that is accepted from outside: the end of the year 9999.
  package static let maximum = WallTime(uSec: 253_402_300_799_999_999)

  /// Earlier, shorter or older first.
  package static func < (left: WallTime, right: WallTime) -> Bool { left.uSec < right.uSec }
  /// Moved on by a length.
  package static func + (date: WallTime, length: TimeSpan) -> WallTime {
    WallTime(uSec: date.uSec.saturatingPlus(length.uSec))
  }
  /// The difference.
  package static func - (date: WallTime, length: TimeSpan) -> WallTime {
    WallTime(uSec: date.uSec.saturatingMinus(length.uSec))
  }
  /// The difference.
  package static func - (later: WallTime, earlier: WallTime) -> TimeSpan {
    TimeSpan(uSec: later.uSec.saturatingMinus(earlier.uSec))
  }
}
