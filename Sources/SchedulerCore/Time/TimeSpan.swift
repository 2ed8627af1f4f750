/// A length of time in whole microseconds, the unit of the protocol and of systemd's `USec` properties.
package struct TimeSpan: Hashable, Comparable, Sendable {
  /// The length in microseconds. Lengths from outside are checked against ``maximum`` before they get here.
  package var uSec: Int64

  /// Creates a length of so many microseconds.
  package init(uSec: Int64) { self.uSec = uSec }

  /// A length of no time.
  package static let zero = TimeSpan(uSec: 0)
  /// The longest length that is accepted from outside: 100 years. Sums of a date and a few such lengths are
  /// far from the bounds of the arithmetic below, which saturates.
  package static let maximum = TimeSpan(uSec: 100 * 366 * 86_400_000_000)

  /// Returns a length of so many milliseconds.
  package static func milliseconds(_ count: Int64) -> TimeSpan { TimeSpan(uSec: count * 1000) }
  /// Returns a length of so many seconds.
  package static func seconds(_ count: Int64) -> TimeSpan { TimeSpan(uSec: count * 1_000_000) }
  /// Returns a length of so many minutes.
  package static func minutes(_ count: Int64) -> TimeSpan { .seconds(count * 60) }
  /// Returns a length of so many hours.
  package static func hours(_ count: Int64) -> TimeSpan { .minutes(count * 60) }
  /// Returns a length of so many days of 24 hours.
  package static func days(_ count: Int64) -> TimeSpan { .hours(count * 24) }

  /// The length in seconds.
  package var inSeconds: Double { Double(uSec) / 1e6 }

  /// Whether `left` is shorter than `right`.
  package static func < (left: TimeSpan, right: TimeSpan) -> Bool { left.uSec < right.uSec }
  /// Returns the sum of two lengths.
  package static func + (left: TimeSpan, right: TimeSpan) -> TimeSpan {
    TimeSpan(uSec: left.uSec.saturatingPlus(right.uSec))
  }
  /// Returns the difference of two lengths.
  package static func - (left: TimeSpan, right: TimeSpan) -> TimeSpan {
    TimeSpan(uSec: left.uSec.saturatingMinus(right.uSec))
  }
}
