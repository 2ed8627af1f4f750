extension BGContinuedProcessingTaskRequest {
  /// What happens to a request when there is no room for its work now (R52).
  public enum SubmissionStrategy: Int, Sendable {
    /// Submitting throws ``BGTaskScheduler/Error/immediateRunIneligible``.
    case fail = 0
    /// It waits for its turn.
    case queue = 1
  }
}
