import SchedulerAPI
import SchedulerCore

/// The state of one task, for monitoring.
struct MeasuredTask {
  let identifier: String
  let uid: UInt32
  let standing: TaskStanding
  /// The code of the first reason why the task waits; nil when it does not.
  let reason: String?
  /// The last run that has ended.
  let lastRun: Wire.Run?

  init(_ task: Wire.Task, now: Int64) {
    identifier = task.request.identifier
    uid = task.uid
    standing = TaskStanding(task, now: now)
    reason = task.state == .waiting ? task.reason?.code : nil
    lastRun = task.lastRun
  }
}
