import SchedulerCore

/// Writes one batch inside an open transaction.
struct BatchWriter {
  /// How much of the past one batch deletes at most, besides twice the runs that it ends itself: history shrinks
  /// to its limits over several batches, and none of them stalls.
  private static let runsPrunedAtMost = 64

  let connection: Connection
  /// As they are when the transaction is committed.
  private(set) var counters: StoreCounters
  private let limits: HistoryLimits
  private var endedRuns = 0

  init(connection: Connection, counters: StoreCounters, limits: HistoryLimits) {
    self.connection = connection
    self.counters = counters
    self.limits = limits
  }

  mutating func write(_ batch: StoreBatch) throws(StoreError) {
    let nextTaskID = counters.nextTaskID
    for change in batch.changes {
      switch change {
      case .putTask(let task, let payload): try put(task, payload: payload)
      case .deleteTask(let id): try connection.run(.deleteTask, [.integer(id.value)])
      case .putRun(let run): try put(run)
      case .putDeclaration(let record):
        counters.saw(record.task)
        try connection.run(.putDeclaration, DeclarationRow(record).summedValues)
      case .deleteDeclaration(let task): try connection.run(.deleteDeclaration, [.integer(task.value)])
      case .putUse(let record): try connection.run(.putUse, ApplicationUseRow(record).summedValues)
      case .deleteUse(let id): try connection.run(.deleteUse, [.integer(id)])
      }
    }
    for (run, output) in batch.outputs { try put(output, of: run) }
    if endedRuns > 0 { try prune(now: batch.now) }
    if counters.nextTaskID != nextTaskID {
      let row = MetaRow(key: .nextTaskID, value: String(counters.nextTaskID.value))
      try connection.run(.putMeta, row.summedValues)
    }
  }

  private mutating func put(_ task: ScheduledTask, payload: [UInt8]?) throws(StoreError) {
    counters.saw(task.id)
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
    if run.ended != nil { endedRuns += 1 }
    switch (wasFinished, run.ended != nil) {
    case (false, true): counters.finishedRuns += 1
    case (true, false): counters.finishedRuns -= 1
    case (false, false), (true, true): break
    }
  }

  /// Output of a run that is not kept, or no longer, is dropped.
  private func put(_ output: RunOutput, of id: RunID) throws(StoreError) {
    guard case .integer(let run)? = try connection.firstRow(.findRun, [.text(id.text)])?.first else { return }
    try connection.run(.putOutput, RunOutputRow(run: run, output: output).summedValues)
  }

  private mutating func prune(now: WallTime) throws(StoreError) {
    var budget = Self.runsPrunedAtMost + 2 * endedRuns
    let (cutoff, overflow) = now.uSec.subtractingReportingOverflow(limits.maximumAge.uSec)
    if !overflow {
      budget -= try prune(.pruneByAge, [.integer(cutoff), .integer(Int64(budget))])
    }
    let excess = min(counters.finishedRuns - max(limits.maximumRuns, 0), budget)
    if excess > 0 { _ = try prune(.pruneByNumber, [.integer(Int64(excess))]) }
  }

  private mutating func prune(_ query: Query, _ values: [SQLValue]) throws(StoreError) -> Int {
    try connection.run(query, values)
    counters.finishedRuns -= connection.changedRows
    return connection.changedRows
  }
}
