package import SchedulerCore

/// The changes that one transaction writes, with the payloads that are read beside it.
package struct StoreBatch: Sendable {
  /// The changes, which are carried out in order.
  var changes: [StoreChange]
  /// The output of runs; that of a run that is not stored, or no longer, is dropped.
  var outputs: [(run: RunID, output: RunOutput)]
  /// The wall clock, for the age of history. A batch that ends runs also deletes some of the runs over the
  /// limits of history.
  var now: WallTime
  /// The tasks whose payloads are read after the batch.
  var launches: [TaskID]
  /// The tasks whose payloads are read before the batch, which may delete them.
  var told: [TaskID]

  /// Creates a batch.
  package init(
    changes: [StoreChange], outputs: [(run: RunID, output: RunOutput)] = [], now: WallTime,
    payloadsOf launches: [TaskID] = [], payloadsBefore told: [TaskID] = []
  ) {
    self.changes = changes
    self.outputs = outputs
    self.now = now
    self.launches = launches
    self.told = told
  }

  /// The size of the requests in the batch, in bytes.
  var requestBytes: Int64 {
    changes.reduce(0) { sum, change in
      guard case .putTask(_, let payload?) = change else { return sum }
      return sum + Int64(payload.count)
    }
  }
}

/// The payloads that were read, or why one cannot be read, by task.
package typealias FoundPayloads = [TaskID: Result<[UInt8], PayloadProblem>]

extension StoreChange {
  /// Whether the change deletes rows that remember numbers of tasks.
  var forgetsTasks: Bool { deletesTasks || forgottenTask != nil }

  /// The task whose row or declaration the change deletes, where it names one.
  var forgottenTask: TaskID? {
    switch self {
    case .deleteTask(let task), .deleteDeclaration(let task): task
    default: nil
    }
  }

  /// Whether the change deletes rows of tasks.
  var deletesTasks: Bool {
    switch self {
    case .deleteTask, .deleteWaiting: true
    default: false
    }
  }
}
