extension BGTaskRequest {
  /// Only on Linux: what happens when a ``BGTaskRequest/deadline`` passes and the task has not begun.
  public enum DeadlinePolicy: Hashable, Sendable {
    /// It keeps waiting.
    case wait
    /// It runs although requirements do not hold.
    case run
    /// It is dropped, and its history says missed.
    case drop
  }
}
