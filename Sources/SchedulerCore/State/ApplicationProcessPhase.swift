/// Where an application's process is.
enum ApplicationProcessPhase: Hashable {
  /// Runs wait for it or are with it, or its application is in use.
  case needed
  /// It has nothing to do, and is told to end at this point unless it gets something.
  case idle(stopAt: MonotonicTime)
  /// It was told to end and is killed at this point.
  case stopping(killAt: MonotonicTime)
  /// It was killed and its end is awaited.
  case killed
}
