/// Something that people and programs may want to know: a line in the journal and a reply to those who watch.
/// Indirect for the same reason as ``Call``.
package indirect enum Occurrence: Hashable, Sendable {
  /// Accepted; the reasons are why it does not start at once.
  case submitted(TaskSnapshot, replaced: Bool, waitingFor: [Reason])
  /// A waiting task was ended by its owner.
  case cancelled(ScheduledTask)
  /// A waiting task was ended because its file is gone.
  case withdrawn(ScheduledTask, file: String)
  /// What a file asks for cannot be accepted. What it said before stays in force.
  case declarationRefused(TaskKey, file: String, SchedulerError)
  /// A run is being launched. `missedPeriods` says how many dates of a repeating task this one run makes up
  /// for.
  case launching(Run, missedPeriods: Int)
  /// The run's program is running.
  case running(Run)
  /// A run says how far it is.
  case progress(Run)
  /// A run's work stands still, because of this reason. It goes on when the reason is gone, and is told to
  /// stop when that takes longer than `limit`.
  case frozen(Run, Reason, limit: TimeSpan)
  /// A run's work goes on.
  case thawed(Run)
  /// A run was told to stop.
  case expiring(Run, grace: TimeSpan)
  /// A run did not stop within its grace.
  case killing(Run)
  /// A run ended. `next` is when the task is due again, nil when it is done.
  case ended(Run, next: WallTime?)
  /// An application's program could not be started, or ended or was silent before it registered. Said the
  /// first time; it is tried again after growing pauses, the first of which is given.
  case applicationFailing(uid: UInt32, application: String, Reason, pause: TimeSpan)
  /// An application that could not be started has registered again.
  case applicationRecovered(uid: UInt32, application: String, failures: Int)
  /// A task that failed too often is given up, after so many attempts.
  case gaveUp(Run, attempts: Int)
  /// What a task is to run is damaged in the state file, so it is held for this reason.
  case damaged(ScheduledTask, Reason)
  /// A task that has become due waits on, or what it waits for has changed.
  case held(ScheduledTask, waitingFor: [Reason])
  /// The task is overdue, and keeps waiting for these reasons.
  case overdue(ScheduledTask, Lateness, waitingFor: [Reason])
  /// What should have followed from what has become of a task cannot: why.
  case actionFailed(ScheduledTask, ActionCause, String)
  /// A run reported its end a second time (R45).
  case completedTwice(Run)
  /// A program that was started for a run took more than twice as long to its handler as is usual for its
  /// application. Said when the launch before it did not.
  case slowLaunch(Run, application: String, took: TimeSpan, usual: TimeSpan)
  /// Somebody wants that tasks do not start; so many runs of them go on, or are told to stop.
  case paused(Pause, running: Int, stops: Bool)
  /// They may start again. `isOver` when the pause's date has come, and nobody had to say so.
  case resumed(Pause, isOver: Bool)
  /// A program has asked for time.
  case assertionBegan(Assertion)
  /// A program that has asked for time is told to end what that was for.
  case assertionExpiring(Assertion, Reason, grace: TimeSpan)
  /// A program has not ended it within its grace: it is killed, if bgtaskd has started it, and has no more
  /// time in any case.
  case assertionOverstayed(Assertion, isKilled: Bool)
  /// What the scheduler believes about the machine changed.
  case conditions(ConditionsSnapshot)
  /// The machine is about to sleep or to shut down, and waits so long at most; so many runs are told to stop.
  case departing(Departure, limit: TimeSpan, stopping: Int)
  /// The machine is back from sleep, or has stayed after all.
  case departureOver(Departure)
  /// The disk takes nothing.
  case storeFailed(cause: String)
  /// The disk works again.
  case storeRecovered
}

/// Why a task is overdue.
package enum Lateness: Hashable, Sendable {
  /// Its deadline passed before it began.
  case deadline
  /// It has had no success since then, for as long as it may.
  case noSuccess(since: WallTime)
}
