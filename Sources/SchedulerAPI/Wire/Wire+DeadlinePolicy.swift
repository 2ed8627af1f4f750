extension Wire {
  /// What happens when a deadline passes and the task has not begun.
  public enum DeadlinePolicy: String, CaseIterable, Codable, Hashable, Sendable {
    /// It keeps waiting.
    case wait
    /// It runs although requirements do not hold.
    case run
    /// It ends as missed.
    case drop
  }
}
