extension SimulatedScheduler {
  /// What the simulation waits for before virtual time goes on.
  public enum Wait: Sendable {
    /// For every run to have completed: work takes no virtual time. Handlers that are due at the same moment
    /// are called one after the other, so that the ``SimulatedScheduler/log`` is the same each time.
    case completion
    /// For every handler that was called to have returned, or to have asked `BGTask.shouldDefer` and to go
    /// on: work continues while virtual time passes, until it completes or its time is up. Use it for work
    /// that waits for something in the test's hand; how far other work comes is a matter of luck.
    case handler
  }
}
