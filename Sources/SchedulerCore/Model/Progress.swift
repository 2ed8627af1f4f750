/// How far a run says it is.
package struct Progress: Hashable, Sendable {
  /// Units done, at least 0.
  package var completedUnitCount: Int64
  /// Units in all; 0 is not known.
  package var totalUnitCount: Int64
  /// What it is doing, for people.
  package var title: String?
  /// More about it, for people.
  package var subtitle: String?

  /// A progress report.
  package init(
    completedUnitCount: Int64, totalUnitCount: Int64, title: String? = nil, subtitle: String? = nil
  ) {
    self.completedUnitCount = completedUnitCount
    self.totalUnitCount = totalUnitCount
    self.title = title
    self.subtitle = subtitle
  }
}
