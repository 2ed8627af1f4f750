/// The machine is about to sleep or to shut down.
struct PendingDeparture: Hashable {
  /// Of the time that the machine waits, this much is for work to stop in. The rest is for killing it and for
  /// writing down how it ended.
  private static let graceShare = 0.8
  private static let releaseShare = 0.95
  /// A machine that has neither gone nor said that it stays for so long has stayed: whoever was to say so is
  /// gone.
  static let patience = TimeSpan.minutes(5)

  var kind: Departure
  /// What running work has to stop, at most.
  var grace: TimeSpan
  /// The machine is let go at this point, whatever still runs.
  var releaseAt: MonotonicTime
  /// It is taken to have stayed at this point.
  var overAt: MonotonicTime
  /// The shell was told to let the machine go.
  var isReleased = false

  /// The machine says at this point that it waits so long.
  init(_ kind: Departure, limit: TimeSpan, at now: MonotonicTime) {
    self.kind = kind
    grace = Self.share(Self.graceShare, of: limit)
    releaseAt = now + Self.share(Self.releaseShare, of: limit)
    overAt = max(now, releaseAt) + Self.patience
  }

  /// When something is due about it.
  var nextTimer: MonotonicTime { isReleased ? overAt : releaseAt }

  /// Why work is told to stop, and why none is started.
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

/// What the machine does that ends or interrupts everything on it, and says before.
package enum Departure: String, CaseIterable, Sendable {
  /// It is suspended, and goes on later where it was.
  case sleep
  /// It is switched off or boots again.
  case shutdown
}
