import SchedulerCore

/// Writes one batch inside an open transaction.
struct BatchWriter {
  /// How much of the past one batch deletes at most, besides twice the runs that it ends itself: history
  /// shrinks to its limits over several batches, and none of them stalls.
  private static let runsPrunedAtMost = 64

  let connection: Connection
  /// As they are when the transaction is committed.
  private(set) var counters: StoreCounters
  private let limits: HistoryLimits
  /// How many of whose runs the batch ends.
  private var endedRuns: [UInt32: Int] = [:]
  /// The deleted tasks whose rows are there still. Nil deletes rows at once; otherwise nothing is written
  /// that can wait (``StoreEngine/commit(_:)``).
  private(set) var left: LeftTasks?

  init(connection: Connection, counters: StoreCounters, limits: HistoryLimits, left: LeftTasks?) {
    self.connection = connection
    self.counters = counters
    self.limits = limits
    self.left = left
  }

  mutating func write(_ batch: StoreBatch) throws(StoreError) {
    let nextTaskID = counters.nextTaskID
    let leftBefore = left?.count
    for change in batch.changes {
      switch change {
      case _ where left != nil && change.deletesTasks:
        try left?.insert(connection.tasks(deletedBy: change))
      case .putTask(let task, let payload): try put(task, payload: payload)
      case .deleteTask(let id): try connection.run(.deleteTask, [.integer(id.value)])
      case .putRun(let run): try put(run)
      case .deleteWaiting(let uid): try connection.run(.deleteWaiting, [.integer(Int64(uid))])
      case .putServing(let records):
        let row = MetaRow(key: .serving, value: ServingText.text(of: records))
        try connection.run(.putMeta, row.summedValues)
      case .putDeclaration(let record):
        counters.saw(record.task)
        try connection.run(.putDeclaration, DeclarationRow(record).summedValues)
      case .deleteDeclaration(let task): try connection.run(.deleteDeclaration, [.integer(task.value)])
      case .putUse(let record): try connection.run(.putUse, ApplicationUseRow(record).summedValues)
      case .deleteUse(let id): try connection.run(.deleteUse, [.integer(id)])
      case .putPause(let pause): try connection.run(.putPause, PauseRow(pause).summedValues)
      case .deletePause(let id): try connection.run(.deletePause, [.integer(id)])
      }
    }
    for (run, output) in batch.outputs { try put(output, of: run) }
    if left == nil, !endedRuns.isEmpty { try prune(now: batch.now) }
    if let left, left.count != leftBefore {
      try connection.run(.putMeta, MetaRow(key: .deletedTasks, value: left.text).summedValues)
    }
    if counters.nextTaskID != nextTaskID {
      let row = MetaRow(key: .nextTaskID, value: String(counters.nextTaskID.value))
      try connection.run(.putMeta, row.summedValues)
    }
  }

  private mutating func put(_ task: ScheduledTask, payload: [UInt8]?) throws(StoreError) {
    counters.saw(task.id)
    if left?.remove(task.id) == true { try connection.run(.deleteTask, [.integer(task.id.value)]) }
    try connection.run(.putTask, TaskRow(task).summedValues)
    let row = PayloadRow(task: task.id, bytes: payload ?? [])
    try connection.run(payload == nil ? .keepPayload : .putPayload, row.summedValues)
  }

  private mutating func put(_ run: Run) throws(StoreError) {
    let found = try connection.firstRow(.findRun, [.text(run.id.text)])
    let sequence: Int64
    if case .integer(let known)? = found?.first {
      sequence = known
    } else {
      sequence = counters.takeSequence()
    }
    let wasFinished = found?.last == .integer(1)
    try connection.run(.putRun, RunRow(sequence: sequence, run: run).summedValues)
    if run.ended != nil { endedRuns[run.uid, default: 0] += 1 }
    switch (wasFinished, run.ended != nil) {
    case (false, true):
      counters.finishedRuns[run.uid, default: 0] += 1
      // Work that was not done is worth less than what was.
      if run.outcome == .missed { try connection.run(.markMissed, [.integer(sequence)]) }
      try connection.run(.markSurplus, [.integer(Int64(run.uid)), .text(run.identifier)])
    case (true, false): counters.finishedRuns[run.uid, default: 0] -= 1
    case (false, false), (true, true): break
    }
  }

  /// Output of a run that is not kept, or no longer, is dropped.
  private func put(_ output: RunOutput, of id: RunID) throws(StoreError) {
    guard case .integer(let run)? = try connection.firstRow(.findRun, [.text(id.text)])?.first else { return }
    try connection.run(.putOutput, RunOutputRow(run: run, output: output).summedValues)
  }

  private mutating func prune(now: WallTime) throws(StoreError) {
    let ended = endedRuns.values.reduce(0, +)
    let (cutoff, overflow) = now.uSec.subtractingReportingOverflow(limits.maximumAge.uSec)
    if !overflow {
      var gone: [UInt32] = []
      let most = Int64(Self.runsPrunedAtMost + 2 * ended)
      try connection.rows(.pruneByAge, [.integer(cutoff), .integer(most)]) { row in
        if case .integer(let uid)? = row.first { gone.append(UInt32(truncatingIfNeeded: uid)) }
      }
      for uid in gone { counters.finishedRuns[uid, default: 0] -= 1 }
    }
    for (uid, ended) in endedRuns.sorted(by: { $0.key < $1.key }) {
      try prune(of: uid, atMost: Self.runsPrunedAtMost + 2 * ended)
    }
  }

  /// What one user has too much of is taken from that user's own.
  private mutating func prune(of uid: UInt32, atMost most: Int) throws(StoreError) {
    let kept = counters.finishedRuns[uid, default: 0]
    var excess = min(kept - max(limits.maximumRuns, 0), most)
    for query in [Query.pruneSurplus, .pruneByNumber] where excess > 0 {
      try connection.run(query, [.integer(Int64(uid)), .integer(Int64(excess))])
      excess -= connection.changedRows
      counters.finishedRuns[uid, default: 0] -= connection.changedRows
    }
  }
}

/// What one transaction writes.
struct StoreBatch {
  var changes: [StoreChange]
  var outputs: [(run: RunID, output: RunOutput)]
  /// The wall clock, for the age of history.
  var now: WallTime

  /// What requests are in it, in bytes.
  var requestBytes: Int64 {
    changes.reduce(0) { sum, change in
      guard case .putTask(_, let payload?) = change else { return sum }
      return sum + Int64(payload.count)
    }
  }
}

extension StoreChange {
  /// Rows of tasks go with it.
  var deletesTasks: Bool {
    switch self {
    case .deleteTask, .deleteWaiting: true
    default: false
    }
  }
}
