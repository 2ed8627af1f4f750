/// Where a run is. Each case carries only what is valid in it.
enum RunPhase: Hashable {
  /// Its program is being started.
  case launching
  /// It works since this point; its limit counts from there.
  case running(since: MonotonicTime)
  /// It was told to stop and is killed at this point.
  case expiring(killAt: MonotonicTime)
  /// It was killed and its end is awaited.
  case killed
}
