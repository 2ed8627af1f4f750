/// When and how often a run that did not succeed is tried again.
package struct Retry: Hashable, Sendable {
  /// How pauses grow.
  package var backoff: Backoff
  /// The pause after the first attempt.
  package var initial: TimeSpan
  /// No pause is longer than this.
  package var maximum: TimeSpan
  /// The number of attempts in all, the first included; at least 1.
  package var maximumAttempts: Int

  /// A retry rule. What is not given is the default: exponential, 30 s first, 5 h at most, 10 attempts.
  package init(
    backoff: Backoff = .exponential, initial: TimeSpan = .seconds(30), maximum: TimeSpan = .hours(5),
    maximumAttempts: Int = 10
  ) {
    self.backoff = backoff
    self.initial = initial
    self.maximum = maximum
    self.maximumAttempts = maximumAttempts
  }

  /// What holds for a kind where nothing is given. Transfers have 43 attempts, whose pauses are a week
  /// together, as long as background sessions of Apple's have for one (`timeoutIntervalForResource`).
  package static func usual(for kind: Kind) -> Retry {
    kind == .transfer ? Retry(maximumAttempts: 43) : Retry()
  }

  /// The pause after so many attempts, of which there was at least one; nil when there were enough.
  package func pause(afterAttempts attempts: Int) -> TimeSpan? {
    guard attempts < maximumAttempts else { return nil }
    switch backoff {
    case .none: return nil
    case .linear: return min(TimeSpan(uSec: initial.uSec.saturatingTimes(Int64(max(attempts, 1)))), maximum)
    case .exponential:
      // 2^62 of anything is more than every maximum.
      let doublings = min(max(attempts, 1) - 1, 62)
      return min(TimeSpan(uSec: initial.uSec.saturatingTimes(1 << Int64(doublings))), maximum)
    }
  }
}

/// How pauses grow from one attempt to the next.
package enum Backoff: String, CaseIterable, Sendable {
  /// No pause.
  case none
  /// The first pause times the number of attempts made.
  case linear
  /// Each pause is twice the one before.
  case exponential
}
