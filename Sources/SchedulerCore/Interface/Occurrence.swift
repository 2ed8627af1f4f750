/// A report for people and programs: a line in the journal and a reply to callers that watch. Indirect for
/// the same reason as ``Call``.
package indirect enum Occurrence: Hashable, Sendable {
  /// A task was accepted; the reasons say why it does not start at once.
  case submitted(TaskSnapshot, replaced: Bool, waitingFor: [Reason])
  /// A waiting task was ended by its owner.
  case cancelled(ScheduledTask)
  /// A waiting task was ended because its file is gone.
  case withdrawn(ScheduledTask, file: String)
  /// A task that a file declares cannot be accepted. What the file said before stays in force.
  case declarationRefused(TaskKey, file: String, SchedulerError)
  /// A run is being launched. `missedPeriods` says how many dates of a repeating task this one run makes up
  /// for.
  case launching(Run, missedPeriods: Int)
  /// The run's program is running.
  case running(Run)
  /// A run reports its progress.
  case progress(Run)
  /// A run was frozen for this reason. It goes on when the reason is gone, and is told to stop when that
  /// takes longer than `limit`.
  case frozen(Run, Reason, limit: TimeSpan)
  /// A run was thawed.
  case thawed(Run)
  /// A run was told to stop.
  case expiring(Run, grace: TimeSpan)
  /// A run did not stop within its grace.
  case killing(Run)
  /// A run ended. `next` is the date on which the task is due again, `nil` when it is done.
  case ended(Run, next: WallTime?)
  /// An application's program could not be started, or ended or was silent before it registered. Reported the
  /// first time; the start is retried after growing delays, the first of which is given.
  case applicationFailing(uid: UInt32, application: String, Reason, pause: TimeSpan)
  /// An application that could not be started has registered again.
  case applicationRecovered(uid: UInt32, application: String, failures: Int)
  /// A task that failed too often is given up, after `attempts` attempts.
  case gaveUp(Run, attempts: Int)
  /// The request of a task is damaged in the state file, so the task is held for this reason.
  case damaged(ScheduledTask, Reason)
  /// A task that has become due waits on, or its reasons have changed.
  case held(ScheduledTask, waitingFor: [Reason])
  /// The task is overdue, and keeps waiting for these reasons.
  case overdue(ScheduledTask, Lateness, waitingFor: [Reason])
  /// A task's action cannot be taken, for this reason.
  case actionFailed(ScheduledTask, ActionCause, String)
  /// A run reported its end a second time (R45).
  case completedTwice(Run)
  /// A program that was started for a run took more than twice as long to its handler as is usual for its
  /// application. Reported when the launch before it did not.
  case slowLaunch(Run, application: String, took: TimeSpan, usual: TimeSpan)
  /// A user has paused tasks; `running` runs of them go on, or are told to stop.
  case paused(Pause, running: Int, stops: Bool)
  /// Paused tasks may start again. `isOver` when the pause's date has come, and no user resumed them.
  case resumed(Pause, isOver: Bool)
  /// A program has begun an assertion.
  case assertionBegan(Assertion)
  /// A program is told to end its assertion.
  case assertionExpiring(Assertion, Reason, grace: TimeSpan)
  /// A program has not ended its assertion within its grace: it is killed, if bgtaskd has started it, and has
  /// no more time in any case.
  case assertionOverstayed(Assertion, isKilled: Bool)
  /// The scheduler's view of the machine's conditions has changed.
  case conditions(ConditionsSnapshot)
  /// The machine is about to sleep or shut down, and waits for `limit` at most; `stopping` runs have to stop.
  case departing(Departure, limit: TimeSpan, stopping: Int)
  /// The machine is back from sleep, or has stayed after all.
  case departureOver(Departure)
  /// The disk takes nothing.
  case storeFailed(cause: String)
  /// The disk works again.
  case storeRecovered
}

/// The reason why a task is overdue.
package enum Lateness: Hashable, Sendable {
  /// The deadline passed before the task began.
  case deadline
  /// The task has had no success since this date, for as long as it may.
  case noSuccess(since: WallTime)
}
