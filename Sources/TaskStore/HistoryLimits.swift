package import SchedulerCore

/// How much of the past is kept: what goes over either limit is deleted with its output, oldest first, a
/// bounded number of runs at a time. Runs that have not ended do not count and are never deleted.
package struct HistoryLimits: Hashable, Sendable {
  /// `HistoryMaxAge=`: how long after its end a run is kept, by the wall clock.
  package var maximumAge: TimeSpan
  /// `HistoryMaxRuns=`: how many finished runs are kept of each user; less than 0 is 0.
  /// Of those beyond it the first to go are missed ones and those that are not among the last ten of their
  /// identifier, so that what runs often does not drive out what runs seldom.
  package var maximumRuns: Int

  /// Limits.
  package init(maximumAge: TimeSpan, maximumRuns: Int) {
    self.maximumAge = maximumAge
    self.maximumRuns = maximumRuns
  }
}
