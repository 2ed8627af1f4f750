/// What is needed to start or deliver a run, besides the payload in the store.
public struct Launch: Hashable, Sendable {
  /// The run, already recorded.
  public var run: Run
  /// The task as it is now.
  public var task: ScheduledTask
  /// How long it may take from its start.
  public var limit: TimeSpan
  /// How long it has to stop once it is told to.
  public var grace: TimeSpan
  /// The file that asks for the task; nil for what a caller submitted.
  public var declaredIn: String?

  /// A launch.
  public init(
    run: Run, task: ScheduledTask, limit: TimeSpan, grace: TimeSpan, declaredIn: String? = nil
  ) {
    self.run = run
    self.task = task
    self.limit = limit
    self.grace = grace
    self.declaredIn = declaredIn
  }
}
