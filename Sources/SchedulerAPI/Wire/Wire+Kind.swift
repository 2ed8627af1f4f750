extension Wire {
  /// What sort of work a task is.
  public enum Kind: String, CaseIterable, Codable, Hashable, Sendable {
    /// A short, frequent update.
    case refresh
    /// Minutes or hours, at a quiet time.
    case processing
    /// Started by a person now; goes on in the background.
    case continued
  }
}
