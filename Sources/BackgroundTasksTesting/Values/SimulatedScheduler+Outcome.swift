extension SimulatedScheduler {
  /// How a run ended.
  public enum Outcome: String, CaseIterable, Sendable {
    /// It called `setTaskCompleted(success:)` without having been told to stop.
    case completed
    /// It was told to stop, and stopped within its grace.
    case expired
    /// It was told to stop and did not within its grace (R41).
    case killed
    /// The application cancelled it (R20).
    case cancelled
    /// Its process ended without a report (R38).
    case interrupted
    /// Its application could not be launched.
    case launchFailed
    /// Its deadline passed before it began, and it was to be dropped then.
    case missed
  }
}
