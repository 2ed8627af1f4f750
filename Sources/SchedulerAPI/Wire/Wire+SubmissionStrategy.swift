extension Wire {
  /// What a continued request wants when it cannot start at once.
  public enum SubmissionStrategy: String, CaseIterable, Codable, Hashable, Sendable {
    /// It waits for its turn.
    case queue
    /// The caller gets `ImmediateRunIneligible`.
    case fail
  }
}
