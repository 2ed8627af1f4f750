import SchedulerCore

/// The writing of one batch inside an open transaction.
struct BatchWriter {
  /// The most runs that a batch deletes, besides twice the runs that it ends itself: history shrinks to its
  /// limits over several batches, and none of them stalls.
  private static let runsPrunedAtMost = 64

  let connection: Connection
  /// The counters as they are after the commit.
  private(set) var counters: StoreCounters
  private let limits: HistoryLimits
  /// The number of runs that the batch ends, by user.
  private var endedRuns: [UInt32: Int] = [:]
  /// The number of outputs that the batch stores, by user.
  private var storedOutputs: [UInt32: Int] = [:]
  /// The deleted tasks whose rows still exist. With `nil` rows are deleted at once; otherwise nothing is
  /// written that can wait (``StoreEngine/commit(_:)``).
  private(set) var left: LeftTasks?

  init(connection: Connection, counters: StoreCounters, limits: HistoryLimits, left: LeftTasks?) {
    self.connection = connection
    self.counters = counters
    self.limits = limits
    self.left = left
  }

  mutating func write(_ batch: StoreBatch) throws(StoreError) {
    var forgetsTasks = false
    let leftBefore = left?.count
    for change in batch.changes {
      if let task = change.forgottenTask { counters.saw(task) }
      forgetsTasks = forgetsTasks || change.forgetsTasks
      switch change {
      case _ where left != nil && change.deletesTasks:
        try left?.insert(connection.tasks(deletedBy: change))
      case .putTask(let task, let payload): try put(task, payload: payload)
      case .deleteTask(let id): try connection.run(.deleteTask, [.integer(id.value)])
      case .putRun(let run): try put(run)
      case .deleteWaiting(let uid, let name):
        try connection.run(.deleteWaiting, [.integer(Int64(uid)), SQLValue(name)])
      case .putEnd(let record): try connection.put(.putEnd, EndRow(record))
      case .putWindows(let record): try connection.put(.putWindows, WindowRow(record))
      case .deleteEnd(let id): try connection.run(.deleteEnd, [.integer(id)])
      case .putDeclaration(let record):
        counters.saw(record.task)
        try connection.put(.putDeclaration, DeclarationRow(record))
      case .deleteDeclaration(let task): try connection.run(.deleteDeclaration, [.integer(task.value)])
      case .putUse(let record): try connection.put(.putUse, ApplicationUseRow(record))
      case .deleteUse(let id): try connection.run(.deleteUse, [.integer(id)])
      case .putWork(let record): try connection.put(.putWork, WorkRow(record))
      case .deleteWork(let task): try connection.run(.deleteWork, [.integer(task.value)])
      case .putPause(let pause): try connection.put(.putPause, PauseRow(pause))
      case .deletePause(let id): try connection.run(.deletePause, [.integer(id)])
      case .record(let change): try counters.record.add(change, to: connection)
      case .forgetRecord: try counters.record.deleteAll(connection)
      }
    }
    for (run, output) in batch.outputs { try put(output, of: run) }
    try pruneOutputs()
    if left == nil, !endedRuns.isEmpty { try prune(now: batch.now) }
    if left == nil { try counters.record.prune(connection, limits, now: batch.now) }
    if let left, left.count != leftBefore {
      try connection.put(.putMeta, MetaRow(key: .deletedTasks, value: left.text))
    }
    if forgetsTasks, counters.storedNextTaskID != counters.nextTaskID {
      let row = MetaRow(key: .nextTaskID, value: String(counters.nextTaskID.value))
      try connection.put(.putMeta, row)
      counters.storedNextTaskID = counters.nextTaskID
    }
  }

  private mutating func put(_ task: ScheduledTask, payload: [UInt8]?) throws(StoreError) {
    counters.saw(task.id)
    if left?.remove(task.id) == true { try connection.run(.deleteTask, [.integer(task.id.value)]) }
    try connection.put(.putTask, TaskRow(task))
    let row = PayloadRow(task: task.id, bytes: payload ?? [])
    try connection.put(payload == nil ? .keepPayload : .putPayload, row)
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
    try connection.put(.putRun, RunRow(sequence: sequence, run: run))
    if run.ended != nil { endedRuns[run.uid, default: 0] += 1 }
    switch (wasFinished, run.ended != nil) {
    case (false, true):
      counters.finishedRuns[run.uid, default: 0] += 1
      // A missed run is worth less than one that took place.
      if run.outcome == .missed { try connection.run(.markMissed, [.integer(sequence)]) }
      try connection.run(.markSurplus, [.integer(Int64(run.uid)), .text(run.identifier)])
    case (true, false): counters.finishedRuns[run.uid, default: 0] -= 1
    case (false, false), (true, true): break
    }
  }

  /// Writes a run's output, or drops it when the run is not stored, or no longer.
  private mutating func put(_ output: RunOutput, of id: RunID) throws(StoreError) {
    guard let found = try connection.firstRow(.findRun, [.text(id.text)]),
      case .integer(let run) = found[0], case .integer(let uid) = found[1]
    else { return }
    try connection.put(.putOutput, RunOutputRow(run: run, output: output))
    let user = UInt32(truncatingIfNeeded: uid)
    storedOutputs[user, default: 0] += 1
    counters.outputBytes[user]? += output.bytes.count + Query.outputRowBytes
  }

  /// Deletes the oldest outputs of users who have too many bytes of them.
  private mutating func pruneOutputs() throws(StoreError) {
    let limit = max(limits.maximumOutputBytes, 0)
    for (uid, stored) in storedOutputs.sorted(by: { $0.key < $1.key }) {
      guard counters.outputBytes[uid] ?? .max > limit else { continue }
      let user = SQLValue.integer(Int64(uid))
      guard case .integer(let bytes)? = try connection.firstRow(.countOutputBytes, [user])?.first else {
        continue
      }
      var left = Int(bytes)
      if left > limit {
        let most = Int64(Self.runsPrunedAtMost + 2 * stored)
        try connection.deleteOldestOutputs(of: user, atMost: most) { size in
          // A quarter more than necessary: counting goes through the user's history, and is rare so.
          guard left > limit / 4 * 3 else { return false }
          left -= size
          return true
        }
      }
      counters.outputBytes[uid] = left
    }
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

  /// Deletes runs of a user who has too many, and of no other.
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
