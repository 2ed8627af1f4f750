/// The facts that are needed to start or deliver a run, besides the payload in the store.
package struct Launch: Hashable, Sendable {
  /// The run, already recorded.
  package var run: Run
  /// The task as it is now.
  package var task: ScheduledTask
  /// The runtime limit, from the run's start.
  package var limit: TimeSpan
  /// The grace of the run once it is told to stop.
  package var grace: TimeSpan
  /// The file that declares the task; `nil` for a task that a caller submitted.
  package var declaredIn: String?
  /// Whether its program was started for it and is to report the handler's call (``Call/handlerBegan(_:)``).
  package var isOnDemand: Bool
  /// Whether the run may be frozen, which its limit does not include.
  package var isFreezable: Bool

  package init(
    run: Run, task: ScheduledTask, limit: TimeSpan, grace: TimeSpan, declaredIn: String? = nil,
    isOnDemand: Bool = false, isFreezable: Bool = false
  ) {
    self.run = run
    self.task = task
    self.limit = limit
    self.grace = grace
    self.declaredIn = declaredIn
    self.isOnDemand = isOnDemand
    self.isFreezable = isFreezable
  }
}

/// The facts that an executor needs to start an application's program, besides its manifest.
package struct ApplicationStart: Hashable, Sendable {
  /// The process's name for the executor, unlike that of any run.
  package var process: RunID
  /// The manifest's name.
  package var application: String
  /// The user as whom it runs.
  package var uid: UInt32

  package init(process: RunID, application: String, uid: UInt32) {
    self.process = process
    self.application = application
    self.uid = uid
  }
}
