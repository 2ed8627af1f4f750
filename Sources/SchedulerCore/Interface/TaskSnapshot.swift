/// A task as callers see it.
public struct TaskSnapshot: Hashable, Sendable {
  /// The task.
  public var task: ScheduledTask
  /// Where it is on its way.
  public var state: TaskState
  /// Its run, unless it waits.
  public var run: Run?
  /// The file that asks for it; nil for what a caller submitted.
  public var declaredIn: String?
  /// The application that handles it; nil for a command, and where nobody asks.
  public var application: String?
  /// Why its work stands still, where it does; of one that was just accepted, the first reason why it waits.
  public var lack: Reason?

  /// A task, its state and its run.
  public init(
    task: ScheduledTask, state: TaskState, run: Run? = nil, declaredIn: String? = nil,
    application: String? = nil, lack: Reason? = nil
  ) {
    self.application = application
    self.lack = lack
    self.task = task
    self.state = state
    self.run = run
    self.declaredIn = declaredIn
  }
}
