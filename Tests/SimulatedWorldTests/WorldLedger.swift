import SchedulerCore

/// What users were promised and what programs did, told by themselves, and held against what the daemon shows
/// and stores.
final class WorldLedger {
  /// A request that was acknowledged.
  private struct Promise {
    var identifier: String
    var client: WorldClient
    var repeats: Bool
    /// Its owner asked for its end; whether that arrived is not known before it is acknowledged.
    var isCancelSent = false
    var isCancelled = false
    /// The daemon said that it is over.
    var isOver = false
  }

  private(set) var violations: [String] = []
  private var promises: [TaskID: Promise] = [:]
  private var newest: [Name: TaskID] = [:]

  /// What a user calls a task.
  private struct Name: Hashable {
    var client: WorldClient
    var identifier: String
  }
  /// How often each run was launched, and how its program ended.
  private var launches: [RunID: (task: TaskID, count: Int)] = [:]
  private var exits: [RunID: Exit] = [:]
  /// Runs that were told to stop, or that went with the daemon or the machine.
  private var disturbed: Set<RunID> = []
  private(set) var acknowledged = 0

  func fail(_ message: String) { violations.append(message) }

  /// What a request of this name holds: whoever launches it must have the same.
  static func payload(of name: String, size: Int) -> [UInt8] {
    let text = Array(name.utf8)
    return (0..<size).map { text[$0 % text.count] }
  }

  // MARK: Callers

  func answered(_ call: WorldCall, _ reply: Reply) {
    switch (call.kind, reply) {
    case (.submit, .submitted(let snapshot)): promise(snapshot, call.client)
    case (.submitBatch, .batch(let results)):
      for case .success(let snapshot) in results { promise(snapshot, call.client) }
    case (.cancel(let name), .done):
      guard let id = newest[Name(client: call.client, identifier: name)] else { return }
      promises[id]?.isCancelled = true
    case (_, .failed): break
    case (let kind, let reply): fail("\(kind) is answered with \(reply)")
    }
  }

  /// Its caller is gone, so nobody knows what became of it.
  func neverAnswered(_ call: WorldCall) {}

  func cancels(_ client: WorldClient, _ name: String) {
    if let id = newest[Name(client: client, identifier: name)] { promises[id]?.isCancelSent = true }
  }

  /// What a user was promised and has not ended, in a fixed order.
  func openIdentifiers(of client: WorldClient) -> [String] {
    promises.filter { $0.value.client == client && !$0.value.isOver && !$0.value.isCancelSent }
      .sorted { $0.key < $1.key }.map(\.value.identifier)
  }

  /// A list shows what was promised before it was asked for, unless it is over.
  func saw(_ tasks: Set<TaskID>, _ reader: WorldClient) {
    for (id, promise) in promises where promise.client == reader && !tasks.contains(id) {
      if !promise.isOver && !promise.isCancelSent { fail("task \(id.value) is not listed") }
    }
    for id in tasks
    where promises[id]?.isCancelled == true && !unread.contains(id)
      && !launches.values.contains(where: { $0.task == id })
    {
      fail("task \(id.value) was cancelled and is listed")
    }
  }

  private func promise(_ snapshot: TaskSnapshot, _ client: WorldClient) {
    acknowledged += 1
    let request = snapshot.task.request
    newest[Name(client: client, identifier: request.identifier)] = snapshot.task.id
    // What was kept was promised before.
    guard promises[snapshot.task.id] == nil else { return }
    promises[snapshot.task.id] = Promise(
      identifier: request.identifier, client: client, repeats: request.repeatEvery != nil)
  }

  // MARK: Runs

  func launched(_ run: Run, _ payload: [UInt8], of task: ScheduledTask) {
    let expected = Self.payload(of: run.identifier, size: payload.count)
    if payload != expected { fail("run \(run.id) is launched with another request than its own") }
    launches[run.id, default: (run.taskID, 0)].count += 1
    if launches[run.id]?.count != 1 { fail("run \(run.id) is launched twice") }
    if let date = task.request.earliestBegin, run.started < date {
      fail("run \(run.id) begins at \(run.started), before its date \(date)")
    }
    let occasion = Occasion(task: task.id, date: task.request.earliestBegin, attempt: run.attempt)
    if !occasions.insert(occasion).inserted { fail("task \(task.id.value) runs twice for one date") }
    if promises[run.taskID]?.isCancelled == true {
      fail("task \(run.taskID.value) was cancelled and is launched")
    }
  }

  /// What a run is for: each is for another.
  private struct Occasion: Hashable {
    var task: TaskID
    var date: WallTime?
    var attempt: Int
  }

  private var occasions: Set<Occasion> = []

  /// The request of a run could not be read: its task stays until the daemon has been told.
  func notLaunched(_ run: Run) {
    disturbed.insert(run.id)
    unread.insert(run.taskID)
  }

  /// Tasks with such a run.
  private var unread: Set<TaskID> = []

  func programEnded(_ run: RunID, _ exit: Exit) { exits[run] = exit }

  func told(_ run: RunID, _ reason: Reason? = nil) {
    disturbed.insert(run)
    if let reason, !exits.keys.contains(run) { reasons[run] = reasons[run] ?? reason.code }
  }

  /// Why runs were told to stop, before their programs ended.
  private var reasons: [RunID: ReasonCode] = [:]

  func lost(_ run: RunID) { disturbed.insert(run) }

  /// The daemon says that a run is over, and when its task is due again.
  func ended(_ run: Run, next: WallTime?) {
    unread.remove(run.taskID)
    guard next == nil, let promise = promises[run.taskID] else { return }
    if promise.repeats && !promise.isCancelSent {
      fail("the series of task \(run.taskID.value) ends by itself")
    }
    // These programs can always be started.
    if run.outcome == .launchFailed && !promise.isCancelSent {
      fail("task \(run.taskID.value) is given up before it was launched, by \(run)")
    }
    promises[run.taskID]?.isOver = true
  }

  // MARK: What is on disk

  /// A daemon starts: what was promised is there, or over with a record.
  func check(pending: [ScheduledTask], active: [Run], _ history: () -> [Run]) {
    let there = Set(pending.map(\.id))
    let missing = promises.filter { !there.contains($0.key) && !$0.value.isOver }
    for id in there where promises[id]?.isOver == true { fail("task \(id.value) was over and is back") }
    for id in there where promises[id]?.isCancelled == true {
      // A run that was told to stop may still be coming to its end.
      let runs = active.contains { $0.taskID == id }
      if !runs { fail("task \(id.value) was cancelled and is back") }
    }
    guard !missing.isEmpty else { return }
    let runs = Dictionary(grouping: history(), by: \.taskID)
    for (id, promise) in missing {
      let last = runs[id]?.first
      if promise.isCancelSent || promise.isCancelled || isEnd(last, of: promise) {
        promises[id]?.isOver = true
      } else {
        fail("task \(id.value) was acknowledged and is lost; its last run is \(String(describing: last))")
      }
    }
  }

  private func isEnd(_ run: Run?, of promise: Promise) -> Bool {
    guard let run, run.ended != nil, !promise.repeats else { return false }
    // These programs can always be started.
    return run.outcome != .launchFailed
  }

  /// All has come to its end: every run has the end that its program had.
  func check(history: [Run], pending: [ScheduledTask]) {
    let records = Dictionary(history.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for (id, launch) in launches {
      guard let record = records[id] else { fail("run \(id) was launched and has no record"); continue }
      guard record.taskID == launch.task else { fail("run \(id) is recorded as another task's"); continue }
      if record.ended == nil { fail("run \(id) has no end") }
      if let reason = reasons[id], record.stopReason?.code != reason, record.stopReason?.code != .cancelled {
        fail("run \(id) was told to stop for \(reason), recorded as \(record)")
      }
      guard let exit = exits[id], !disturbed.contains(id) else { continue }
      switch exit {
      case .status(let status):
        if record.exitStatus != status { fail("run \(id) ended with \(status), recorded as \(record)") }
      case .signal(let name):
        if record.signal != name { fail("run \(id) was ended by \(name), recorded as \(record)") }
      case .outOfMemory, .unknown: break
      }
    }
    check(pending: pending, active: []) { history }
  }
}
