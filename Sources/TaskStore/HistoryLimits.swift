public import SchedulerCore

/// How much of the past is kept: what goes over either limit is deleted with its output, oldest first, a bounded
/// number of runs at a time. Runs that have not ended do not count and are never deleted.
public struct HistoryLimits: Hashable, Sendable {
  /// `HistoryMaxAge=`: how long after its end a run is kept, by the wall clock.
  public var maximumAge: TimeSpan
  /// `HistoryMaxRuns=`: how many finished runs are kept in all; less than 0 is 0.
  public var maximumRuns: Int

  /// Limits.
  public init(maximumAge: TimeSpan, maximumRuns: Int) {
    self.maximumAge = maximumAge
    self.maximumRuns = maximumRuns
  }
}
