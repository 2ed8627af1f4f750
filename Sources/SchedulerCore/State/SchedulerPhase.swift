/// Where the scheduler is in its own life.
enum SchedulerPhase: Hashable {
  /// Restored, and not told yet what the machine is like.
  case starting
  case running
  /// It runs nothing more; `announced` once the shell knows that nothing is left.
  case shuttingDown(announced: Bool)
}
