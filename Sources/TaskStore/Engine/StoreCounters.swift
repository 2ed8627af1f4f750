import SchedulerCore

/// The facts that the store knows about its tables without a query. A failed batch takes its changes back.
struct StoreCounters {
  /// The next task's number: no task has had it or a larger one.
  var nextTaskID: TaskID
  /// The same number as the file has it (``MetaKey/nextTaskID``). It may be behind, as long as all tasks from
  /// there on have rows, so most batches need not write it.
  var storedNextTaskID = TaskID(1)
  /// The ``RunRow/sequence`` of the next new run.
  var nextSequence: Int64
  /// The number of kept runs that have ended, by user.
  var finishedRuns: [UInt32: Int] = [:]
  /// The bytes of output that are kept of users' runs, or more: an output that was deleted with its run is
  /// still counted. A user is absent until an output is stored.
  var outputBytes: [UInt32: Int] = [:]

  /// The lines of the record of conditions.
  var record = RecordCounter()

  /// Records that a task of this number exists.
  mutating func saw(_ task: TaskID) {
    guard task >= nextTaskID else { return }
    nextTaskID = TaskID(task.value == .max ? .max : task.value + 1)
  }

  /// Takes the place of a new run.
  mutating func takeSequence() -> Int64 {
    defer { nextSequence = nextSequence == .max ? .max : nextSequence + 1 }
    return nextSequence
  }
}
