/// The phase of a run. Each case carries only the values that are valid in it.
enum RunPhase: Hashable {
  /// The run's program is being started.
  case launching
  /// No program has the run yet: the application is being started, or has to come back after a restart of the
  /// daemon. At this point the run is given up.
  case awaited(until: MonotonicTime)
  /// The run has worked since this point, from which its limit counts.
  case running(since: MonotonicTime)
  /// The run is frozen since `from`, and is told to stop at `until`. The frozen time does not count: the run
  /// has worked since `since`.
  case frozen(since: MonotonicTime, from: MonotonicTime, until: MonotonicTime)
  /// The run was told to stop and is killed at this point.
  case expiring(killAt: MonotonicTime)
  /// The run was killed and its end is awaited.
  case killed
  /// The run ended with this outcome at this moment, while the disk took nothing. The end is not recorded, so
  /// in the store the run lasts.
  case over(Outcome, at: Moment)
}
