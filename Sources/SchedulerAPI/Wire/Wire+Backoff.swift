extension Wire {
  /// How pauses grow from one attempt to the next.
  public enum Backoff: String, CaseIterable, Codable, Hashable, Sendable {
    /// No pause.
    case none
    /// The first pause times the number of attempts.
    case linear
    /// Each pause is twice the one before.
    case exponential
  }
}
