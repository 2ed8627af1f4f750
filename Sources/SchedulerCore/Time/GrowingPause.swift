/// Pauses between attempts at something that fails for now: each is twice as long as the one before, up to a
/// longest. It knows no clock; whoever holds it waits.
package struct GrowingPause: Hashable, Sendable {
  /// The pause after the first failure.
  package let first: TimeSpan
  /// No pause is longer than this.
  package let longest: TimeSpan
  /// The pause that was taken last; nil when none was.
  package private(set) var last: TimeSpan?

  /// Pauses of which none was taken yet.
  /// - Precondition: `first` is some time, and `longest` no less than that.
  package init(first: TimeSpan, longest: TimeSpan) {
    precondition(.zero < first && first <= longest, "\(first.uSec) µs cannot grow to \(longest.uSec) µs")
    self.first = first
    self.longest = longest
  }

  /// Takes the next pause.
  package mutating func next() -> TimeSpan {
    let next = min(last.map { TimeSpan(uSec: $0.uSec.saturatingTimes(2)) } ?? first, longest)
    last = next
    return next
  }

  /// It worked: the pause after the next failure is the first one again.
  package mutating func reset() { last = nil }
}
