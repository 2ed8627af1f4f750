/// Where a run is. Each case carries only what is valid in it.
enum RunPhase: Hashable {
  /// Its program is being started.
  case launching
  /// No program has it yet: the application is being started, or has to come back after a restart of the
  /// daemon. It is given up at this point.
  case awaited(until: MonotonicTime)
  /// It works since this point; its limit counts from there.
  case running(since: MonotonicTime)
  /// It stands still from one point to another, and then is told to stop. The time does not count: it worked
  /// since the first point.
  case frozen(since: MonotonicTime, from: MonotonicTime, until: MonotonicTime)
  /// It was told to stop and is killed at this point.
  case expiring(killAt: MonotonicTime)
  /// It was killed and its end is awaited.
  case killed
  /// It ended so at this moment while the disk took nothing. The end is not recorded, so to the store it
  /// still lasts.
  case over(Outcome, at: Moment)
}
