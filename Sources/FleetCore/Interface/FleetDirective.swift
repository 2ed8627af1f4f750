package import SchedulerCore

/// An action that the shell must take. Directives are carried out in order.
package enum FleetDirective: Hashable, Sendable {
  /// Write the state to the agent's file (a new file, renamed over the old one). Comes back as
  /// ``FleetEvent/persisted(revision:)`` or ``FleetEvent/notPersisted(cause:)``; no other comes before that.
  /// The directives that follow do not wait for it: what has to is decided when it comes back.
  case persist(StoredFleet)
  /// Begin this exchange. At most one is under way. Always comes back once, within the limit, as
  /// ``FleetEvent/answered(_:)`` or ``FleetEvent/failed(_:)``.
  case exchange(ExchangeRequest, limit: TimeSpan)
  /// Ask the daemon to watch the requirements of these classes, and not to watch those any more. Each watched
  /// class comes back as ``FleetEvent/observed(_:)`` at once and with each change. Watches end when the
  /// connection to the daemon is lost.
  case look(watch: [WorkClass], unwatch: [ClassID])
  /// Hand the task in at the daemon. Comes back as ``FleetEvent/accepted(_:)`` or
  /// ``FleetEvent/refused(_:message:)``. The daemon has one task for each grant: it takes the same grant
  /// again for the same task, also when that has ended and was not forgotten.
  case submit(GrantSubmission)
  /// Renew the daemon's lease on these grants' tasks.
  case renew([GrantID], Trust)
  /// End the grant's task: a run is told to stop, a waiting task is dropped. Comes back as
  /// ``FleetEvent/ended(_:)`` or ``FleetEvent/gone(_:)``.
  case stop(GrantID, StopCode)
  /// Drop the grant's task if it has not begun. Comes back as ``FleetEvent/gone(_:)``, or as what the run
  /// does if it has begun.
  case withdraw(GrantID)
  /// Forget the grant's end: the database has it, and the agent's file says so.
  case forget(GrantID)
  /// Compute the next dates of these calendars, at this date of the database's. Comes back as
  /// ``FleetEvent/datesComputed(_:)``, once or in parts.
  case computeDates([FleetCalendar], now: WallTime)
  /// Arm the one timer at this moment, instead of what was armed before; `nil` disarms it.
  case arm(BootTime?)
  /// Tell the journal.
  case tell(FleetNotice)
  /// End the agent: it has left the fleet.
  case exit
}

/// A lease of the daemon on a task: when it is over, the daemon kills the run.
package struct Trust: Hashable, Sendable {
  /// The end of the lease. This is what the daemon should hear (it has the same clock): a length that lies in
  /// a buffer while the agent or the daemon is stopped would begin too late.
  package let until: BootTime

  /// Creates a lease until this moment.
  package init(until: BootTime) { self.until = until }

  /// Returns the length that is left at this moment, at least zero.
  package func length(at now: BootTime) -> TimeSpan { max(until - now, .zero) }
}

/// A task to be handed in at the daemon.
package struct GrantSubmission: Hashable, Sendable {
  /// The grant whose task it is. The task's identifier in the daemon follows from the grant's name.
  package let grant: Grant
  /// The local user as whom the task runs.
  package let localUser: String
  /// The lease on the task.
  package let trust: Trust
  /// The length until the task is dropped if it has not begun; `nil` for a grant without a deadline. It is a
  /// length because the deadline is a date on the database's clock.
  package let timeLeft: TimeSpan?

  /// Creates a submission.
  package init(grant: Grant, localUser: String, trust: Trust, timeLeft: TimeSpan? = nil) {
    (self.grant, self.localUser, self.trust, self.timeLeft) = (grant, localUser, trust, timeLeft)
  }
}
