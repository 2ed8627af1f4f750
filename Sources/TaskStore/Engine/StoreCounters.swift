import SchedulerCore

/// What the store knows about its tables without asking them. A batch that fails takes its changes back.
struct StoreCounters {
  /// No task has had this number or a larger one.
  var nextTaskID: TaskID
  /// What the next new run gets as its ``RunRow/sequence``.
  var nextSequence: Int64
  /// How many runs of each user have ended and are kept.
  var finishedRuns: [UInt32: Int] = [:]

  /// A task of this number exists.
  mutating func saw(_ task: TaskID) {
    guard task >= nextTaskID else { return }
    nextTaskID = TaskID(task.value == .max ? .max : task.value + 1)
  }

  /// The place of a new run.
  mutating func takeSequence() -> Int64 {
    defer { nextSequence = nextSequence == .max ? .max : nextSequence + 1 }
    return nextSequence
  }
}
