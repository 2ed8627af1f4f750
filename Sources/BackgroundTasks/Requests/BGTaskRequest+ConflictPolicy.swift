import SchedulerAPI

extension BGTaskRequest {
  /// Only on Linux: the effect of submitting while a request of the same identifier is pending.
  public enum ConflictPolicy: Hashable, Sendable {
    /// The new request takes the place of the pending one (R10).
    case replace
    /// The pending request stays as it is, and submitting succeeds.
    case keep
  }
}
