extension Wire {
  /// How a run ended.
  public enum Outcome: String, CaseIterable, Codable, Hashable, Sendable {
    /// It reported an end, with success or without.
    case completed
    /// It was told to stop, and stopped within its grace.
    case expired
    /// It was told to stop, and did not.
    case killed
    /// Its owner ended it.
    case cancelled
    /// Its process or the daemon died.
    case interrupted
    /// It could not be started.
    case launchFailed
    /// Its deadline passed, and it was to be dropped then.
    case missed
  }
}
