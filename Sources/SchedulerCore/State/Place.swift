/// Where a task is kept, which is what it waits for first. Only the head of each place is ever looked at.
enum Place: Hashable {
  /// Until a date.
  case date(WallTime)
  /// Until a point on the monotonic clock: back-off, spacing, a budget.
  case pause(MonotonicTime)
  /// Until the run of the same key has ended.
  case behindRun
  /// Until something about its application changes, or at this point.
  case application(until: MonotonicTime?)
  /// For conditions and for room, with all that need the same of the machine.
  case group(GroupKey)
  /// Until the state file is mended and the daemon started anew.
  case held
  /// Not waiting: it has a run.
  case running
}
