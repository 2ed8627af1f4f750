package import SchedulerCore

/// The limits of history. Runs over either limit are deleted with their output, oldest first, a bounded
/// number at a time. Runs that have not ended do not count and are never deleted.
package struct HistoryLimits: Hashable, Sendable {
  /// `HistoryMaxAge=`: the time for which a run is kept after its end, by the wall clock.
  package var maximumAge: TimeSpan
  /// `HistoryMaxRuns=`: the number of finished runs that are kept of each user; less than 0 is 0. Beyond it
  /// missed runs go first, and runs that are not among the last ten of their identifier, so that frequent
  /// tasks do not drive out rare ones.
  package var maximumRuns: Int

  package init(maximumAge: TimeSpan, maximumRuns: Int) {
    self.maximumAge = maximumAge
    self.maximumRuns = maximumRuns
  }
}
