/// The memory of past work: how long the runs of a task took that is gone, for the next one of its
/// identifier.
package struct WorkRecord: Hashable, Sendable {
  /// The task that the record was made for. No other record has it.
  package let task: TaskID
  package let key: TaskKey
  /// The time that nearly all runs took; `nil` before the first success.
  package var usualLength: TimeSpan?
  /// Whether a run has said that it saves its work, and the next one goes on from there.
  package var resumes: Bool

  /// Creates the record of what the runs of a task have shown so far.
  init(of task: ScheduledTask) {
    self.init(task: task.id, key: task.key, usualLength: task.usualLength, resumes: task.resumes)
  }

  package init(task: TaskID, key: TaskKey, usualLength: TimeSpan? = nil, resumes: Bool = false) {
    (self.task, self.key, self.usualLength, self.resumes) = (task, key, usualLength, resumes)
  }
}
