extension SimulatedScheduler {
  /// What sort of work a task is.
  public enum Kind: String, CaseIterable, Sendable {
    /// `BGAppRefreshTaskRequest` (R30).
    case refresh
    /// `BGProcessingTaskRequest`, `BGHealthResearchTaskRequest` and `NSBackgroundActivityScheduler` (R31).
    case processing
    /// `BGContinuedProcessingTaskRequest` (R50).
    case continued
  }
}
