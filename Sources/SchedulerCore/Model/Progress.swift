/// The progress that a run reports.
package struct Progress: Hashable, Sendable {
  /// Units done, at least 0.
  package var completedUnitCount: Int64
  /// Units in all; 0 when unknown.
  package var totalUnitCount: Int64
  /// The work that the run is doing, for people.
  package var title: String?
  /// Details of that work, for people.
  package var subtitle: String?

  package init(
    completedUnitCount: Int64, totalUnitCount: Int64, title: String? = nil, subtitle: String? = nil
  ) {
    self.completedUnitCount = completedUnitCount
    self.totalUnitCount = totalUnitCount
    self.title = title
    self.subtitle = subtitle
  }
}
