extension Wire {
  /// Whether there is a network, and whether it is paid for by volume.
  public enum NetworkAccess: String, CaseIterable, Codable, Hashable, Sendable {
    /// There is none.
    case none
    /// It is paid for by volume.
    case metered
    /// It is not paid for by volume.
    case unmetered
    /// No source reports it.
    case unknown
  }
}
