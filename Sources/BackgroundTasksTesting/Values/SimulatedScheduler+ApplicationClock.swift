extension SimulatedScheduler {
  /// Which clock the application asks when it makes the dates of its requests.
  public enum ApplicationClock: Sendable {
    /// The machine's, as in `Date(timeIntervalSinceNow: 4 * 60 * 60)`: a date in a request counts as that far
    /// away from the moment of its submission, rounded up to whole seconds, so that the time that the test
    /// itself takes does not show. What the application gets to see is translated back.
    case system
    /// The simulation's ``SimulatedScheduler/now``, which the test hands to the application.
    case simulated
  }
}
