/// What an attempt of a transfer that does not do it says of the one after it.
package struct NextAttempt: Hashable, Sendable {
  /// More of the file is there than before.
  package var hasProgressed: Bool
  /// The server wants to be left alone for so long; nil is not said.
  package var notBefore: TimeSpan?

  /// Nothing, as far as it is not given.
  package init(hasProgressed: Bool = false, notBefore: TimeSpan? = nil) {
    (self.hasProgressed, self.notBefore) = (hasProgressed, notBefore)
  }

  /// However long a server wants to be left alone, it is asked again after so long.
  static let longestWish = TimeSpan.hours(24)
  /// After progress a broken connection is all that was in the way.
  static let pauseAfterProgress = TimeSpan.seconds(1)
  /// So many attempts do not count, which take more than a day: what comes further without end is not there
  /// in the end either.
  static let mostUncounted = 100_000
}

extension Retry {
  /// The pause after an attempt that has come further and does not count; nil when it counts as any other.
  /// - Parameter uncounted: How many did not count before it.
  func pause(afterProgress next: NextAttempt?, uncounted: Int) -> TimeSpan? {
    guard let next, next.hasProgressed, maximumAttempts > 1, uncounted < NextAttempt.mostUncounted,
      let usual = pause(afterAttempts: 1)
    else { return nil }
    return max(
      min(usual, NextAttempt.pauseAfterProgress), min(next.notBefore ?? .zero, NextAttempt.longestWish))
  }

  /// The pause after so many attempts that count, of which the last one had this to say. A server is believed
  /// once that it can sooner than usual; from then on its wish makes pauses longer only, or a week of
  /// attempts would be over in a minute.
  func pause(afterAttempts attempts: Int, _ next: NextAttempt?) -> TimeSpan? {
    guard let usual = pause(afterAttempts: attempts) else { return nil }
    guard let wish = next?.notBefore.map({ min($0, NextAttempt.longestWish) }) else { return usual }
    return attempts <= 1 ? wish : max(usual, wish)
  }
}
