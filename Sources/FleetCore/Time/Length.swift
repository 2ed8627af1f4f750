/// A length of time in whole microseconds. Machines of a fleet compare lengths only: dates are the
/// database's.
package struct Length: Hashable, Comparable, Sendable {
  /// The length in microseconds.
  package var uSec: Int64

  /// Creates a length of so many microseconds.
  package init(uSec: Int64) { self.uSec = uSec }

  /// A length of no time.
  package static let zero = Length(uSec: 0)

  /// Returns a length of so many milliseconds.
  package static func milliseconds(_ count: Int64) -> Length { Length(uSec: count * 1000) }
  /// Returns a length of so many seconds.
  package static func seconds(_ count: Int64) -> Length { Length(uSec: count * 1_000_000) }
  /// Returns a length of so many minutes.
  package static func minutes(_ count: Int64) -> Length { .seconds(count * 60) }

  /// Whether `left` is shorter than `right`.
  package static func < (left: Length, right: Length) -> Bool { left.uSec < right.uSec }
  /// Returns the sum of two lengths.
  package static func + (left: Length, right: Length) -> Length {
    Length(uSec: left.uSec.saturatingPlus(right.uSec))
  }
  /// Returns the difference of two lengths.
  package static func - (left: Length, right: Length) -> Length {
    Length(uSec: left.uSec.saturatingMinus(right.uSec))
  }
}
