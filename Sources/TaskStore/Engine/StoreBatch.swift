import SchedulerCore

/// What one transaction writes.
struct StoreBatch {
  var changes: [StoreChange]
  var outputs: [(run: RunID, output: RunOutput)]
  /// The wall clock, for the age of history.
  var now: WallTime
}
