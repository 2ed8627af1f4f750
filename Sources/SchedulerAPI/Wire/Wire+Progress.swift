extension Wire {
  /// How far a run says it is.
  public struct Progress: Codable, Hashable, Sendable {
    /// Units done.
    public var completedUnitCount: Int64
    /// Units in all; 0 is not known.
    public var totalUnitCount: Int64
    /// What it is doing, for people.
    public var title: String?
    /// More about it, for people.
    public var subtitle: String?

    /// A progress report.
    public init(
      completedUnitCount: Int64, totalUnitCount: Int64, title: String? = nil, subtitle: String? = nil
    ) {
      self.completedUnitCount = completedUnitCount
      self.totalUnitCount = totalUnitCount
      self.title = title
      self.subtitle = subtitle
    }
  }
}
