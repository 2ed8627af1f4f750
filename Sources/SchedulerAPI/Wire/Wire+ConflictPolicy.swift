extension Wire {
  /// What becomes of a submission whose identifier is already pending.
  public enum ConflictPolicy: String, CaseIterable, Codable, Hashable, Sendable {
    /// It takes the place of the earlier request.
    case replace
    /// The earlier request stays.
    case keep
    /// The caller gets `AlreadyPending`.
    case fail
  }
}
