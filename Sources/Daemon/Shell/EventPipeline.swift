import SchedulerCore
import TaskStore

/// An item of the inbox.
/// - Parameter AfterCommit: The work that a look at the scheduler leads to, once all that was decided before
///   is on disk.
enum Inbound<AfterCommit: Sendable>: Sendable {
  case event(Event)
  /// A caller's look at the scheduler, in order with the caller's earlier calls.
  case look(@Sendable (Scheduler, Moment) -> AfterCommit)

  /// Whether the item is a request, which takes room on the disk.
  var isRequest: Bool {
    switch self {
    case .event(.call(.submit, _, _)), .event(.call(.submitBatch, _, _)): true
    case .event, .look: false
    }
  }

  /// The amount of work, where a usual event is 1.
  var weight: Int {
    switch self {
    case .event(.call(.submitBatch(let submissions), _, _)): max(submissions.count, 1)
    case .event, .look: 1
    }
  }
}

/// The decisions on a batch of events: one transaction, then everything else in order.
/// - Parameter AfterCommit: The work that a look at the scheduler leads to.
struct Batch<AfterCommit: Sendable>: Sendable {
  /// A step of the work after the commit.
  enum Step: Sendable {
    case directive(Directive)
    case look(AfterCommit)
  }

  private(set) var changes: [StoreChange] = []
  /// The runs whose ends are among the changes. Their output goes into the same transaction.
  private(set) var endedRuns: [RunID] = []
  private var launches: [TaskID] = []
  /// The tasks that watchers are told of, whose payloads may be gone after the commit.
  private(set) var told: [TaskID] = []
  private(set) var steps: [Step] = []
  /// The payloads of the tasks that were submitted in this batch.
  private(set) var submitted: FoundPayloads = [:]

  /// The tasks whose launches need a payload that was not submitted in this batch.
  var launched: [TaskID] { launches.filter { submitted[$0] == nil } }

  /// Whether the batch has to wait for the store: for its transaction, or for payloads that are read there.
  var needsStore: Bool { !changes.isEmpty || !launches.isEmpty || !told.isEmpty }

  mutating func append(_ look: AfterCommit) { steps.append(.look(look)) }

  /// - Parameters:
  ///   - actionPayload: Returns the payload of a task that was made for another task's action.
  ///   - watched: Returns the task of the report if a watcher is told of it.
  mutating func append(
    _ decision: Decision, actionPayload: (ScheduledTask) -> [UInt8], watched: (Occurrence) -> TaskID?
  ) {
    for change in decision.changes { append(change, actionPayload) }
    for directive in decision.directives {
      steps.append(.directive(directive))
      switch directive {
      case .launch(let launch), .deliver(let launch, _): launches.append(launch.run.taskID)
      case .report(let occurrence):
        if let task = watched(occurrence), submitted[task] == nil { told.append(task) }
      case .reply, .answer, .start, .expire, .warn, .warnAssertion, .relieveAssertion, .dropAssertion,
        .guardLease, .freeze, .thaw, .kill, .check, .look, .unwatch, .arm, .goOn, .releaseDelay,
        .preventSleep, .readyToExit:
        break
      }
    }
  }

  private mutating func append(_ change: StoreChange, _ actionPayload: (ScheduledTask) -> [UInt8]) {
    // The core knows an action's program, and not the stored form of requests.
    if case .putTask(let task, payload: nil) = change, task.program != nil {
      return append(.putTask(task, payload: actionPayload(task)), actionPayload)
    }
    changes.append(change)
    switch change {
    case .putTask(let task, let payload?): submitted[task.id] = .success(payload)
    case .putRun(let run) where run.ended != nil: endedRuns.append(run.id)
    case .putTask, .putRun, .deleteTask, .deleteWaiting, .putEnd, .deleteEnd, .putDeclaration,
      .deleteDeclaration, .putUse, .deleteUse, .putPause, .deletePause, .putWindows, .putWork, .deleteWork,
      .record, .forgetRecord:
      break
    }
  }
}

/// The way of events through decision and disk, as a value: it returns the next action, and its owner carries
/// that out and reports the result. One batch is on its way at a time; events that come in meanwhile are the
/// next batch, so a slow disk makes batches larger (group commit).
///
/// A disk that takes nothing changes this in one place. The failed batch is rolled back, and the scheduler is
/// told: from then on it stores nothing, refuses what would have to be stored, and keeps the ends of runs.
/// Each time an event comes in, ``Event/storeRecovered`` is a batch of its own, which holds all that was
/// kept. Only its commit ends this state.
struct EventPipeline<AfterCommit: Sendable> {
  /// The action that the owner carries out next.
  enum Action {
    /// Write the batch's transaction, then give it back: ``EventPipeline/committed(_:_:at:)``.
    case write(InFlight)
    /// Carry out what was decided, in order.
    /// - Parameter payloads: The payloads of the tasks that were submitted, are launched, or that watchers
    ///   are told of.
    case carryOut(Batch<AfterCommit>, payloads: FoundPayloads)
  }

  /// A batch that is being written. The owner gives it back with the write's result.
  struct InFlight: Sendable {
    let batch: Batch<AfterCommit>
    /// The wall clock of the decision, for the age of history.
    let historyDate: WallTime
    /// Whether the batch has nothing to write and only tests whether the disk takes anything: a little is
    /// written and made durable.
    let isProbe: Bool
    /// Whether a single item led to the batch.
    var isSingle: Bool { inbound.count == 1 }
    /// The items that the batch was decided from.
    fileprivate let inbound: [Inbound<AfterCommit>]
  }

  /// The largest weight of a batch, so that timers and other sources have their turn however much waits.
  private static var heaviestBatch: Int { 1024 }
  /// The bytes of tasks that come and go after which a batch ends: nobody waits long for its transaction.
  private static var longestBatch: Int { 1 << 20 }

  /// The facts that the owner looks at after each batch. A look at the scheduler from outside copies it, and
  /// it is large.
  struct Standing {
    /// The number of pending tasks, and of runs.
    var pending = 0, running = 0
    /// Whether the disk took nothing of the last batch.
    var hasStoreFailed = false
    /// Whether the disk has no room for requests.
    var isShortOfRoom = false
  }

  private(set) var scheduler: Scheduler
  private(set) var standing = Standing()
  /// The items that are not decided yet, in order.
  private var inbox: [Inbound<AfterCommit>] = []
  /// Whether the scheduler has work left from earlier items (``Event/goOn``). It is a batch of its own, by
  /// turns with the items, so that callers who come meanwhile wait for no more than that.
  private var hasRest = false
  private var restWasLast = false
  /// Whether a batch is being written.
  private(set) var isWriting = false
  /// Whether the last batch has left items in the inbox.
  private(set) var isBehind = false

  /// Returns the payload of a task that was made for another task's action.
  private let actionPayload: (ScheduledTask) -> [UInt8]

  init(_ scheduler: Scheduler, actionPayload: @escaping (ScheduledTask) -> [UInt8]) {
    (self.scheduler, self.actionPayload) = (scheduler, actionPayload)
    noteStanding()
  }

  /// Whether there is something to decide and no batch is being written.
  var isReady: Bool { !isWriting && (hasRest || !inbox.isEmpty) }

  /// Takes an item in, behind all that came before.
  mutating func take(_ inbound: Inbound<AfterCommit>) {
    if case .event(.goOn) = inbound { return hasRest = true }
    // Successive changes of conditions are decided at one moment: the newest values count, however often they
    // changed before the decision.
    if case .event(.conditions(let later)) = inbound, case .event(.conditions(let before)) = inbox.last {
      inbox[inbox.count - 1] = .event(.conditions(before.superseded(by: later)))
    } else {
      inbox.append(inbound)
    }
  }

  /// Decides the items that wait; returns `nil` unless ``isReady``.
  /// - Parameters:
  ///   - stateRoom: Returns the disk's room for requests; called when there are some.
  ///   - isEnough: Whether others have waited for long enough; the rest of the inbox then waits for the next
  ///     batch.
  ///   - watched: Returns the task of a report if a watcher is told of it.
  mutating func decide(
    at moment: Moment, stateRoom: () -> StateRoom?, isEnough: () -> Bool = { false },
    watched: (Occurrence) -> TaskID? = { _ in nil }
  ) -> Action? {
    guard isReady else { return nil }
    standing.isShortOfRoom = false
    var batch = Batch<AfterCommit>()
    guard scheduler.storeFailure == nil else {
      let trial = Inbound<AfterCommit>.event(.storeRecovered)
      handle(trial, at: moment, into: &batch, watched)
      return write(batch, from: [trial], isTrial: true, at: moment)
    }
    let items = nextItems
    var count = 0
    var storedBytes = 0
    var knowsRoom = false
    repeat {
      let item = items[count]
      if !knowsRoom, scheduler.isSubmitting || item.isRequest {
        let room = stateRoom()
        scheduler.take(room)
        standing.isShortOfRoom = scheduler.shortage(of: room) != nil
        knowsRoom = true
      }
      storedBytes += handle(item, at: moment, into: &batch, watched)
      count += 1
    } while count < items.count && storedBytes < Self.longestBatch && !isEnough()
    let decided = takeFirst(count, of: items)
    isBehind = !inbox.isEmpty
    return write(batch, from: decided, isTrial: false, at: moment)
  }

  /// Takes in a write's result: the batch is on disk, or the disk took nothing of it.
  mutating func committed(
    _ written: InFlight, _ result: Result<FoundPayloads, StoreError>, at moment: Moment
  ) -> Action {
    isWriting = false
    switch result {
    case .success(let payloads):
      commit()
      return .carryOut(written.batch, payloads: written.batch.submitted.merging(payloads) { own, _ in own })
    case .failure(let error):
      scheduler.rollBack()
      // A failed trial is not repeated; the items that prompted it are still in the inbox.
      let again = scheduler.storeFailure == nil ? written.inbound : takeFirst(nextItems.count, of: nextItems)
      isBehind = false
      var refused = Batch<AfterCommit>()
      for item in [.event(.storeFailed(cause: error.cause))] + again {
        handle(item, at: moment, into: &refused) { _ in nil }
      }
      commit()
      return .carryOut(refused, payloads: [:])
    }
  }

  /// The items of the next batch; at least one if it is ready.
  private var nextItems: ArraySlice<Inbound<AfterCommit>> {
    if hasRest, inbox.isEmpty || !restWasLast { return [.event(.goOn)] }
    var weight = 0
    return inbox.prefix { inbound in
      defer { weight += inbound.weight }
      return weight < Self.heaviestBatch
    }
  }

  /// Takes the first of the next batch's items.
  private mutating func takeFirst(
    _ count: Int, of items: ArraySlice<Inbound<AfterCommit>>
  ) -> [Inbound<AfterCommit>] {
    if case .event(.goOn)? = items.first {
      (hasRest, restWasLast) = (false, true)
    } else {
      restWasLast = false
      inbox.removeFirst(count)
    }
    return Array(items.prefix(count))
  }

  /// - Parameter isTrial: Whether the batch tests whether the disk takes anything.
  private mutating func write(
    _ batch: Batch<AfterCommit>, from inbound: [Inbound<AfterCommit>], isTrial: Bool, at moment: Moment
  ) -> Action {
    guard batch.needsStore || isTrial else {
      commit()
      return .carryOut(batch, payloads: [:])
    }
    isWriting = true
    return .write(
      InFlight(
        batch: batch, historyDate: scheduler.historyDate(at: moment),
        isProbe: isTrial && batch.changes.isEmpty, inbound: inbound))
  }

  private mutating func commit() {
    scheduler.commit()
    noteStanding()
  }

  private mutating func noteStanding() {
    (standing.pending, standing.running) = (scheduler.pendingCount, scheduler.runningCount)
    standing.hasStoreFailed = scheduler.storeFailure != nil
  }

  /// Returns the bytes of the tasks that come and go with the item.
  @discardableResult
  private mutating func handle(
    _ item: Inbound<AfterCommit>, at moment: Moment, into batch: inout Batch<AfterCommit>,
    _ watched: (Occurrence) -> TaskID?
  ) -> Int {
    switch item {
    case .event(let event):
      let decision = scheduler.handle(event, at: moment)
      batch.append(decision, actionPayload: actionPayload, watched: watched)
      return decision.storedBytes
    case .look(let body):
      batch.append(body(scheduler, moment))
      return 0
    }
  }
}
