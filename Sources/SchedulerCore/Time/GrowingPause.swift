/// A growing delay between attempts that fail for now: twice as long each time, up to a longest. The value
/// knows no clock; its owner waits.
package struct GrowingPause: Hashable, Sendable {
  /// The delay after the first failure.
  package let first: TimeSpan
  /// The upper bound of a delay.
  package let longest: TimeSpan
  /// The delay that was taken last, or `nil` when none was.
  package private(set) var last: TimeSpan?

  /// Creates a growing delay of which no delay was taken yet.
  /// - Precondition: `first` is above zero, and `longest` is no less than `first`.
  package init(first: TimeSpan, longest: TimeSpan) {
    precondition(.zero < first && first <= longest, "\(first.uSec) µs cannot grow to \(longest.uSec) µs")
    self.first = first
    self.longest = longest
  }

  /// Takes the next delay.
  package mutating func next() -> TimeSpan {
    let next = min(last.map { TimeSpan(uSec: $0.uSec.saturatingTimes(2)) } ?? first, longest)
    last = next
    return next
  }

  /// Notes a success: the next delay is the first one again.
  package mutating func reset() { last = nil }
}
