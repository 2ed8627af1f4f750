extension Wire {
  /// How much an application is in use.
  public enum ApplicationState: String, CaseIterable, Codable, Hashable, Sendable {
    /// Its user works with it.
    case active
    /// It can be seen.
    case inactive
    /// Neither.
    case background
  }
}
