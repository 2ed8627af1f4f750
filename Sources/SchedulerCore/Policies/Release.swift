/// What ends a veto.
enum Release: Hashable {
  /// A date.
  case date(WallTime)
  /// A point on the monotonic clock that is this task's own.
  case pause(MonotonicTime)
  /// Something that changes about the task's application, or this point.
  case application(until: MonotonicTime?)
  /// A change of the paths that it waits for.
  case paths(PathWait)
  /// The end of the run of the same key.
  case runEnd
  /// The ends of those that it comes after.
  case predecessors
  /// The end of a run of its group.
  case groupEnd
  /// The end of a pause, at this date or when somebody says so. One that `isWide` holds back all of a user or
  /// of a kind, and tasks stay where they are.
  case resumption(WallTime?, isWide: Bool)
  /// The next start of the daemon, with a state file that was mended.
  case recovery
  /// A change of the machine.
  case conditions
  /// The answer to what is asked when nothing else stands in the way.
  case check
  /// The end of some run.
  case room
  /// A point that is the same for all work of the kind, or an event when it is not known: tasks stay where
  /// they are.
  case gate(MonotonicTime?)
}
