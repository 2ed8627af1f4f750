package import SchedulerCore

extension SeededGenerator {
  /// Returns a number between these bounds.
  mutating func number(in range: ClosedRange<Int64>) -> Int64 {
    range.lowerBound + Int64(next() % (UInt64(range.upperBound - range.lowerBound) + 1))
  }
}

extension GrowingPause {
  /// Takes the next delay, which chance moves to between its half and one and a half times its length, so
  /// that machines which failed together do not come back together.
  package mutating func next(_ random: inout SeededGenerator) -> TimeSpan {
    let length = next()
    return TimeSpan(uSec: random.number(in: length.uSec / 2...length.uSec * 3 / 2))
  }
}
