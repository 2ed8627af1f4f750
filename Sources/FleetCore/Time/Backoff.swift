/// A growing delay between attempts that fail for now: twice as long each time, up to a longest, and each
/// delay moved by chance to between its half and one and a half times its length, so that machines which
/// failed together do not come back together.
struct Backoff: Hashable, Sendable {
  let first: Length
  let longest: Length
  /// The length that the next delay varies about.
  private var upcoming: Length

  /// - Precondition: `first` is above zero, and `longest` is no less than `first`.
  init(first: Length, longest: Length) {
    precondition(.zero < first && first <= longest, "\(first.uSec) µs cannot grow to \(longest.uSec) µs")
    self.first = first
    self.longest = longest
    upcoming = first
  }

  /// Takes the next delay.
  mutating func next(_ random: inout SeededGenerator) -> Length {
    let length = upcoming
    upcoming = min(Length(uSec: upcoming.uSec * 2), longest)
    return Length(uSec: random.number(in: length.uSec / 2...length.uSec * 3 / 2))
  }

  /// Notes a success: the next delay is the first one again.
  mutating func reset() { upcoming = first }
}
