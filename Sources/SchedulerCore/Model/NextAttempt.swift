/// The hints that an unsuccessful attempt of a transfer gives for the next one.
package struct NextAttempt: Hashable, Sendable {
  /// Whether more of the file is there than before.
  package var hasProgressed: Bool
  /// The time for which the server wants to be left alone; `nil` when it did not say.
  package var notBefore: TimeSpan?

  package init(hasProgressed: Bool = false, notBefore: TimeSpan? = nil) {
    (self.hasProgressed, self.notBefore) = (hasProgressed, notBefore)
  }

  /// The longest time for which a server's wish to be left alone is heeded.
  static let longestWish = TimeSpan.hours(24)
  /// The delay after progress: only a broken connection was in the way.
  static let pauseAfterProgress = TimeSpan.seconds(1)
  /// The most attempts that do not count, which take more than a day: a transfer that progresses without end
  /// is not complete in the end either.
  static let mostUncounted = 100_000
}

extension Retry {
  /// Returns the delay after an attempt that made progress and does not count; `nil` when it counts.
  /// - Parameter uncounted: The number of attempts before it that did not count.
  func pause(afterProgress next: NextAttempt?, uncounted: Int) -> TimeSpan? {
    guard let next, next.hasProgressed, maximumAttempts > 1, uncounted < NextAttempt.mostUncounted,
      let usual = pause(afterAttempts: 1)
    else { return nil }
    return max(
      min(usual, NextAttempt.pauseAfterProgress), min(next.notBefore ?? .zero, NextAttempt.longestWish))
  }

  /// Returns the delay after so many attempts that count, the last of which gave these hints. A server's wish
  /// for less than the usual delay is believed once; from then on its wish only makes delays longer, or a
  /// week of attempts would be over in a minute.
  func pause(afterAttempts attempts: Int, _ next: NextAttempt?) -> TimeSpan? {
    guard let usual = pause(afterAttempts: attempts) else { return nil }
    guard let wish = next?.notBefore.map({ min($0, NextAttempt.longestWish) }) else { return usual }
    return attempts <= 1 ? wish : max(usual, wish)
  }
}
