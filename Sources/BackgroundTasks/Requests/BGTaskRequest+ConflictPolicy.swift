import SchedulerAPI

extension BGTaskRequest {
  /// Only on Linux: what submitting does when a request of the same identifier is pending.
  public enum ConflictPolicy: Hashable, Sendable {
    /// The new one takes its place (R10).
    case replace
    /// The pending one stays as it is, and submitting succeeds.
    case keep
  }
}
