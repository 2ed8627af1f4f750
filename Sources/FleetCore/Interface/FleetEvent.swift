package import SchedulerCore

/// Everything that can happen to the agent. Nothing else changes its state.
package enum FleetEvent: Hashable, Sendable {
  /// The first event. The daemon counts as away until ``daemonBack(_:)``.
  case started(FleetStart)
  /// The agent has this configuration from now on.
  case configuration(FleetConfiguration)

  // The agent's file.
  /// The state with this revision, and with it every earlier one, is on disk
  /// (``FleetDirective/persist(_:)``).
  case persisted(revision: Int64)
  /// The state could not be written, for this reason.
  case notPersisted(cause: String)

  // The database.
  /// The exchange under way has this answer.
  case answered(ExchangeAnswer)
  /// The exchange under way has no answer.
  case failed(ExchangeFailure)
  /// The database has hinted that there may be work (NOTIFY).
  case hinted

  // The daemon. Its connection carries events in order, and none of a lost connection comes afterwards.
  /// Requirements hold or do not hold any more, and that was debounced
  /// (``FleetDirective/look(watch:unwatch:)``).
  case observed([ClassObservation])
  /// The daemon has stored the task (``FleetDirective/submit(_:)``), or has it already.
  case accepted(GrantID)
  /// The daemon has refused the task, for this reason, and holds nothing of it.
  case refused(GrantID, message: String)
  /// The grant's run has begun.
  case begun(RunBegin)
  /// The grant has ended in the daemon, with a run or without (a deadline that passed, for instance).
  case ended(RunReport)
  /// The daemon does not have the task any more, and it has not begun (``FleetDirective/withdraw(_:)``). It
  /// waited for this, in the daemon's words, where these are known.
  case gone(GrantID, waitedFor: String? = nil)
  /// The connection to the daemon is lost, for this reason.
  case daemonLost(cause: String)
  /// The daemon answers and holds all this.
  case daemonBack(DaemonHoldings)

  /// Dates are computed (``FleetDirective/computeDates(_:now:)``); a calendar without a further date is left
  /// out.
  case datesComputed([TaskDate])
  /// The agent is to leave the fleet: runs are stopped, ends reported, the session ended
  /// (``FleetDirective/exit``). An agent that is to come back at once (an upgrade) just ends instead.
  case leave
  /// The moment that was armed has come.
  case timer
}

/// The beginning of an agent's life.
package struct FleetStart: Hashable, Sendable {
  /// The boot's identifier (`/proc/sys/kernel/random/boot_id`).
  package let boot: String
  /// The state on disk; `nil` when there is none or it cannot be read.
  package let stored: StoredFleet?

  /// Creates a beginning with what was on disk.
  package init(boot: String, stored: StoredFleet?) { (self.boot, self.stored) = (boot, stored) }
}

/// The reason for which an exchange has no answer.
package enum ExchangeFailure: Hashable, Sendable {
  /// The database could not be reached, gave no answer in time, or let the role ask nothing.
  /// `mayHaveArrived` unless it is certain that nothing of the request was taken in.
  case unreachable(mayHaveArrived: Bool, cause: String)
  /// The database has answered, and the answer cannot be read. It would be the same for a repetition.
  case unreadable(cause: String)
  /// The transaction was taken back and is to be tried again (40001, 40P01, 55P03).
  case again
  /// The database has refused what the exchange says, and nothing of it counts.
  case rejected(message: String)
}

/// The tasks and ends of fleet tasks that the daemon holds when it is back.
package struct DaemonHoldings: Hashable, Sendable {
  /// The grants whose tasks wait.
  package let waiting: [GrantID]
  /// The grants whose runs go on, also those that were told to stop.
  package let running: [RunBegin]
  /// The ends that were not forgotten (``FleetDirective/forget(_:)``), at most 1,000, the oldest first.
  package let ended: [RunReport]

  /// Creates a list of what the daemon holds.
  package init(waiting: [GrantID] = [], running: [RunBegin] = [], ended: [RunReport] = []) {
    (self.waiting, self.running, self.ended) = (waiting, running, ended)
  }
}

/// The requirements of a class as the daemon has observed them.
package struct ClassObservation: Hashable, Sendable {
  /// The verdict, which is never ``Verdict/disallowed``.
  package let verdict: ClassVerdict
  /// The machine's standing for this class, when the requirements hold.
  package let standing: Standing

  /// Creates an observation of a class.
  package init(_ verdict: ClassVerdict, standing: Standing = .best) {
    (self.verdict, self.standing) = (verdict, standing)
  }
}

/// The fitness of a machine for work now, which delays its bids.
package struct Standing: Hashable, Sendable {
  /// Whether the machine is on mains, or has no battery.
  package let isOnMains: Bool
  /// The length for which nobody has used the machine, as far as the agent has seen it.
  package let idle: TimeSpan

  /// Creates a standing from these facts.
  package init(isOnMains: Bool, idle: TimeSpan) { (self.isOnMains, self.idle) = (isOnMains, idle) }

  /// The standing of a machine that bids at once for work whose data it has.
  package static let best = Standing(isOnMains: true, idle: .minutes(60))

  /// The longest delay of a bid.
  static let longestDelay = TimeSpan.seconds(2)

  /// Returns the delay of a bid, 0 to 2 s: 800 ms without mains, up to 600 ms for idleness below an hour,
  /// 600 ms without the data.
  func delay(hasData: Bool) -> TimeSpan {
    let missing = TimeSpan.minutes(60) - min(max(idle, .zero), .minutes(60))
    return .milliseconds((isOnMains ? 0 : 800) + missing.uSec / 6_000_000 + (hasData ? 0 : 600))
  }
}
