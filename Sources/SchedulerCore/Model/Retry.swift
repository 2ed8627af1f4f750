/// The rule by which a run that did not succeed is retried.
package struct Retry: Hashable, Sendable {
  package var backoff: Backoff
  /// The delay after the first attempt.
  package var initial: TimeSpan
  /// The longest delay.
  package var maximum: TimeSpan
  /// The number of attempts in all, the first included; at least 1.
  package var maximumAttempts: Int

  /// Creates a rule. The defaults are exponential backoff, 30 s first, 5 h at most, 10 attempts.
  package init(
    backoff: Backoff = .exponential, initial: TimeSpan = .seconds(30), maximum: TimeSpan = .hours(5),
    maximumAttempts: Int = 10
  ) {
    self.backoff = backoff
    self.initial = initial
    self.maximum = maximum
    self.maximumAttempts = maximumAttempts
  }

  /// Returns the default rule of a kind. Transfers have 43 attempts, whose delays add up to a week, as long
  /// as Apple's background sessions try a transfer (`timeoutIntervalForResource`).
  package static func usual(for kind: Kind) -> Retry {
    kind == .transfer ? Retry(maximumAttempts: 43) : Retry()
  }

  /// Returns the delay after so many attempts, at least one, or `nil` when there were enough.
  package func pause(afterAttempts attempts: Int) -> TimeSpan? {
    guard attempts < maximumAttempts else { return nil }
    switch backoff {
    case .none: return nil
    case .linear: return min(TimeSpan(uSec: initial.uSec.saturatingTimes(Int64(max(attempts, 1)))), maximum)
    case .exponential:
      // The product of 2^62 and anything is more than every maximum.
      let doublings = min(max(attempts, 1) - 1, 62)
      return min(TimeSpan(uSec: initial.uSec.saturatingTimes(1 << Int64(doublings))), maximum)
    }
  }
}

/// The growth of delays from one attempt to the next.
package enum Backoff: String, CaseIterable, Sendable {
  /// No retry, except after the machine's sleep or shutdown.
  case none
  /// The first delay times the number of attempts made.
  case linear
  /// Each delay is twice the one before.
  case exponential
}
