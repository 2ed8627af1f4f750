/// A sleep or shutdown of the machine that is about to happen.
struct PendingDeparture: Hashable {
  /// The share of the machine's wait in which work may stop. The rest is for killing it and for recording its
  /// end.
  private static let graceShare = 0.8
  private static let releaseShare = 0.95
  /// A machine that has neither gone nor reported that it stays within this time has stayed, because whoever
  /// was to report it is gone.
  static let patience = TimeSpan.minutes(5)

  var kind: Departure
  /// The longest grace of a run that is told to stop.
  var grace: TimeSpan
  /// The point at which the machine is let go, even with running work.
  var releaseAt: MonotonicTime
  /// The point at which the machine is taken to have stayed.
  var overAt: MonotonicTime
  /// Whether the shell was told to let the machine go.
  var isReleased = false

  /// Creates the departure that the machine announces at `now`, with the time that it waits.
  init(_ kind: Departure, limit: TimeSpan, at now: MonotonicTime) {
    self.kind = kind
    grace = Self.share(Self.graceShare, of: limit)
    releaseAt = now + Self.share(Self.releaseShare, of: limit)
    overAt = max(now, releaseAt) + Self.patience
  }

  /// The point of the next timer.
  var nextTimer: MonotonicTime { isReleased ? overAt : releaseAt }

  /// The reason why work is told to stop, and why none starts.
  var reason: Reason {
    switch kind {
    case .sleep: Reason(code: .sleep, message: "the machine goes to sleep")
    case .shutdown: Reason(code: .machineShutdown, message: "the machine shuts down")
    }
  }

  private static func share(_ share: Double, of limit: TimeSpan) -> TimeSpan {
    TimeSpan(uSec: Int64(Double(max(limit, .zero).uSec) * share))
  }
}

/// The ways in which the machine ends or interrupts everything on it after an announcement.
package enum Departure: String, CaseIterable, Sendable {
  /// The machine is suspended, and goes on later where it was.
  case sleep
  /// The machine is switched off or boots again.
  case shutdown
}
