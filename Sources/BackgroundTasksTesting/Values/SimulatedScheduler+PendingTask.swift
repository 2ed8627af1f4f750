public import BackgroundTasks
import SchedulerCore

extension SimulatedScheduler {
  /// A task that waits. All dates are the simulation's.
  public struct PendingTask: Hashable, Sendable, CustomStringConvertible {
    /// The task's identifier.
    public let identifier: String
    /// The task's kind.
    public let kind: Kind
    /// The date before which it does not begin; nil is no delay.
    public let earliestBeginDate: Date?
    /// The date by which it should have begun.
    public let deadline: Date?
    /// The number of its next run, from 1.
    public let attempt: Int
    /// The date of its submission.
    public let submitted: Date
    /// The first reason why the task waits; `SimulatedScheduler.explain(_:)` has all of them. Nil when the
    /// task is about to start.
    public let reason: BGTaskReason?

    init(_ task: ScheduledTask, reason: Reason?) {
      identifier = task.request.identifier
      kind = SimulatedScheduler.Kind(task.request.kind)
      earliestBeginDate = task.request.earliestBegin.map { Date($0) }
      deadline = task.request.deadline.map { Date($0) }
      attempt = task.attempt
      submitted = Date(task.submitted)
      self.reason = reason.map { BGTaskReason($0) }
    }

    /// The task in one line, for people.
    public var description: String {
      "\(identifier), attempt \(attempt)" + (earliestBeginDate.map { ", from \($0.logText)" } ?? "")
        + (reason.map { ", waits: \($0)" } ?? "")
    }
  }
}
