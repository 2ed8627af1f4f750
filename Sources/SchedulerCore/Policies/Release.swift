/// The change that ends a veto.
enum Release: Hashable {
  /// The arrival of this date.
  case date(WallTime)
  /// A point on the monotonic clock that is this task's own.
  case pause(MonotonicTime)
  /// A change of the task's application, or this point.
  case application(until: MonotonicTime?)
  /// A change of the paths that the task waits for.
  case paths(PathWait)
  /// The end of the run of the same key.
  case runEnd
  /// The ends of the tasks that it comes after.
  case predecessors
  /// The end of a run of its exclusive group.
  case groupEnd
  /// The end of a pause, on this date or by a resume. A pause that `isWide` holds back all tasks of a user or
  /// of a kind, which stay where they are.
  case resumption(WallTime?, isWide: Bool)
  /// The next start of the daemon, with a state file that was repaired.
  case recovery
  /// A change of the machine's conditions.
  case conditions
  /// The answer of a check, which is asked when nothing else stands in the way.
  case check
  /// The end of any run.
  case room
  /// A point that is the same for all tasks behind the gate, or an event when the point is unknown: tasks
  /// stay where they are.
  case gate(MonotonicTime?)
}
