/// What is needed to start or deliver a run, besides the payload in the store.
package struct Launch: Hashable, Sendable {
  /// The run, already recorded.
  package var run: Run
  /// The task as it is now.
  package var task: ScheduledTask
  /// How long it may take from its start.
  package var limit: TimeSpan
  /// How long it has to stop once it is told to.
  package var grace: TimeSpan
  /// The file that asks for the task; nil for what a caller submitted.
  package var declaredIn: String?
  /// Its program was started for it, and is to say when its handler is called (``Call/handlerBegan(_:)``).
  package var isOnDemand: Bool

  /// A launch.
  package init(
    run: Run, task: ScheduledTask, limit: TimeSpan, grace: TimeSpan, declaredIn: String? = nil,
    isOnDemand: Bool = false
  ) {
    self.run = run
    self.task = task
    self.limit = limit
    self.grace = grace
    self.declaredIn = declaredIn
    self.isOnDemand = isOnDemand
  }
}
