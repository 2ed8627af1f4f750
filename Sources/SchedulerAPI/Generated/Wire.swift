// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import SchedulerCore
import Varlink

/// The types of `io.bgtaskd.Scheduler`, by their names in the protocol.
package enum Wire {
  /// The kind of work. refresh: a short, frequent update (about 30 s). processing: minutes or hours of work,
  /// usually while the machine is idle. continued: work that a person starts now; it shows its progress and
  /// goes on in the background. transfer: a download or an upload of a file, for which no program of the user
  /// has to run.
  package typealias Kind = SchedulerCore.Kind
  /// The stage that a task has reached. waiting: its date has not come, or a requirement does not hold.
  /// launching: its program or application is being started. running: its run is under way. expiring: its run
  /// was told to stop and has its grace.
  package typealias TaskState = SchedulerCore.TaskState
  /// The treatment of a submission whose identifier is already pending. replace: the new request takes the
  /// place of the earlier one. keep: the earlier request stays, and the caller gets it back. fail: the caller
  /// gets AlreadyPending.
  package typealias ConflictPolicy = SchedulerCore.ConflictPolicy
  /// The treatment of a task that has not begun when deadlineUSec passes. wait: the task keeps waiting. run:
  /// the task runs even though requirements do not hold. drop: the task is dropped, and ends as missed.
  package typealias DeadlinePolicy = SchedulerCore.DeadlinePolicy
  /// The treatment of a continued request that cannot start at once. queue: the request waits for a slot.
  /// fail: the caller gets ImmediateRunIneligible.
  package typealias SubmissionStrategy = SchedulerCore.SubmissionStrategy
  /// The treatment of dates where the clock is put forward or back. once: all dates that the clock skips come
  /// as one right after it was put forward, and a date that it shows twice comes once, as with fixed times of
  /// cron(8). shown: a date comes whenever the clock shows it, as with cron's minutes and hours that have a
  /// star.
  package typealias ClockChange = SchedulerCore.ClockChange
  /// The effect of a condition that no source reports, on this machine or at the moment. proceed: the
  /// condition holds nothing back. wait: the task waits until a source reports the condition. An unknown
  /// condition never stops a run.
  package typealias UnknownPolicy = SchedulerCore.UnknownPolicy
  /// The moment at which a task starts whose conditions hold. eager: at once. patient: when they have held
  /// for so long that they will probably hold until the task is done.
  package typealias Judgement = SchedulerCore.Judgement
  /// The growth of the delays between attempts. none: no attempt follows the first, whatever its outcome;
  /// only a run that the machine's sleep or shutdown interrupted begins again, and the delays and
  /// maximumAttempts mean nothing. linear: the first delay times the number of attempts made. exponential:
  /// each delay is twice the one before.
  package typealias Backoff = SchedulerCore.Backoff
  /// The class in which a program gets the disk (ioprio_set(2)). idle: when no other program wants it.
  /// bestEffort: in turn with others.
  package typealias IOClass = SchedulerCore.IOClass
  /// The restrictions of systemd.exec(5), "Sandboxing", for a program; each set includes those before it.
  /// none: the program may do everything that its user may. basic: it gains no privileges, and leaves the
  /// kernel's settings, modules, clock and control groups alone. system: the system's files are read-only,
  /// and /tmp and /dev are its own. strict: all files are read-only but those below its working directory,
  /// where one is given, and /tmp.
  package typealias Sandbox = SchedulerCore.Sandbox
  /// The treatment of processes that a program has started when it ends or is stopped (systemd.kill(5)).
  /// controlGroup: they end with the program. process: they live on.
  package typealias KillMode = SchedulerCore.KillMode
  /// The treatment of changes that come while the task runs. count: such a change counts, whoever made it; if
  /// each run changes the paths, the runs come after growing delays. ignore: such a change does not count,
  /// whoever made it.
  package typealias OwnChanges = SchedulerCore.OwnChanges
  /// The direction in which a transfer moves its file. download: the content of the address is written to the
  /// file. upload: the file is sent to the address.
  package typealias TransferDirection = SchedulerCore.TransferDirection
  /// The rank of a transfer among those of its user with one host: a higher one goes first.
  package typealias TransferPriority = SchedulerCore.TransferPriority
  /// The way in which a run ended. completed: it reported an end (see success). expired: its time was up or a
  /// requirement was lost, and it stopped within its grace. killed: it did not stop within its grace.
  /// cancelled: its owner ended it. interrupted: its process or the daemon died, or the machine slept or shut
  /// down. launchFailed: it could not be started. missed: the task's deadline passed before the run began,
  /// and the policy was to drop the task. leaseLost: the task's lease was over, so that the run was told to
  /// stop, however it ended then, or did not begin at all; the run counts as failed.
  package typealias Outcome = SchedulerCore.Outcome
  /// The source of the machine's power. external: power comes from outside. battery: power comes from the
  /// batteries. unknown: no source reports it.
  package typealias PowerSource = SchedulerCore.PowerSource
  /// The access to a network. none: there is no network. metered: the traffic of the network costs money.
  /// unmetered: there is a network that is not metered. unknown: no source reports it.
  package typealias NetworkAccess = SchedulerCore.NetworkAccess
  /// The certainty of an observation. certain: the source knows it. guessed: other known facts make it
  /// likely.
  package typealias Certainty = SchedulerCore.Certainty
  /// Whether a part of an expression holds. settles: the part holds or does not, and must for a while longer
  /// before that counts. unknown: no source reports it.
  package typealias PartState = SchedulerCore.PartState
  /// The use of an application. active: its user works with it. inactive: it can be seen. background:
  /// neither.
  package typealias ApplicationState = SchedulerCore.ApplicationState
}

extension Wire.Kind: MessageWord {}
extension Wire.TaskState: MessageWord {}
extension Wire.ConflictPolicy: MessageWord {}
extension Wire.DeadlinePolicy: MessageWord {}
extension Wire.SubmissionStrategy: MessageWord {}
extension Wire.ClockChange: MessageWord {}
extension Wire.UnknownPolicy: MessageWord {}
extension Wire.Judgement: MessageWord {}
extension Wire.Backoff: MessageWord {}
extension Wire.IOClass: MessageWord {}
extension Wire.Sandbox: MessageWord {}
extension Wire.KillMode: MessageWord {}
extension Wire.OwnChanges: MessageWord {}
extension Wire.TransferDirection: MessageWord {}
extension Wire.TransferPriority: MessageWord {}
extension Wire.Outcome: MessageWord {}
extension Wire.PowerSource: MessageWord {}
extension Wire.NetworkAccess: MessageWord {}
extension Wire.Certainty: MessageWord {}
extension Wire.PartState: MessageWord {}
extension Wire.ApplicationState: MessageWord {}
