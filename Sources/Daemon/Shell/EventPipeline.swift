import SchedulerCore
import TaskStore

/// What waits in the inbox.
/// - Parameter AfterCommit: What a look at the scheduler leads to, once all that was decided before is on
///   disk.
enum Inbound<AfterCommit: Sendable>: Sendable {
  /// Something that happened.
  case event(Event)
  /// A caller wants to look at something, in order with what it asked for before.
  case look(@Sendable (Scheduler, Moment) -> AfterCommit)

  /// A caller wants something to be kept that takes room.
  var isRequest: Bool {
    switch self {
    case .event(.call(.submit, _, _)), .event(.call(.submitBatch, _, _)): true
    case .event, .look: false
    }
  }

  /// How much work it is, where one is a usual event.
  var weight: Int {
    switch self {
    case .event(.call(.submitBatch(let submissions), _, _)): max(submissions.count, 1)
    // As much as is decided at a time: who has come meanwhile does not wait for more than that.
    case .event(.goOn): 1024
    case .event, .look: 1
    }
  }
}

/// What the store has of the requests that were asked for.
typealias FoundPayloads = [TaskID: Result<[UInt8], PayloadProblem>]

/// What a batch of events comes to: one transaction, then everything else in order.
/// - Parameter AfterCommit: What a look at the scheduler leads to.
struct Batch<AfterCommit: Sendable>: Sendable {
  /// What is done after the commit.
  enum Step: Sendable {
    case directive(Directive)
    case look(AfterCommit)
  }

  private(set) var changes: [StoreChange] = []
  /// The runs whose ends are among the changes. What they wrote goes into the same transaction.
  private(set) var endedRuns: [RunID] = []
  private var launches: [TaskID] = []
  /// The tasks that somebody is told of who watches, and whose payloads may be gone after the commit.
  private(set) var told: [TaskID] = []
  private(set) var steps: [Step] = []
  /// The payloads of the tasks that were submitted in this batch.
  private(set) var submitted: FoundPayloads = [:]

  /// The tasks whose payloads the launches need, and which were not submitted just now.
  var launched: [TaskID] { launches.filter { submitted[$0] == nil } }

  /// Whether it has to wait for the store: for its transaction, or for what has to be read there.
  var needsStore: Bool { !changes.isEmpty || !launches.isEmpty || !told.isEmpty }

  mutating func append(_ look: AfterCommit) { steps.append(.look(look)) }

  /// - Parameters:
  ///   - actionPayload: What a task runs that was made for another one's action.
  ///   - watched: The task of which somebody is told that this has happened to it.
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
        .freeze, .thaw, .kill, .check, .look, .unwatch, .arm, .goOn, .releaseDelay, .preventSleep,
        .readyToExit:
        break
      }
    }
  }

  private mutating func append(_ change: StoreChange, _ actionPayload: (ScheduledTask) -> [UInt8]) {
    // The core knows an action's program, and not how requests are written down.
    if case .putTask(let task, payload: nil) = change, task.program != nil {
      return append(.putTask(task, payload: actionPayload(task)), actionPayload)
    }
    changes.append(change)
    switch change {
    case .putTask(let task, let payload?): submitted[task.id] = .success(payload)
    case .putRun(let run) where run.ended != nil: endedRuns.append(run.id)
    case .putTask, .putRun, .deleteTask, .deleteWaiting, .putServing, .putDeclaration, .deleteDeclaration,
      .putUse,
      .deleteUse, .putPause, .deletePause:
      break
    }
  }
}

/// The way of events through decision and disk, as a value: it says what is to be done next, and whoever
/// holds it does that and says how it went. There is one batch on its way at a time; what comes in meanwhile
/// is the next one, so a slow disk makes batches larger (group commit).
///
/// A disk that takes nothing changes this in one place. The batch that failed is taken back, and from then on
/// the scheduler knows: it stores nothing, refuses what would have to be stored, and keeps the ends of runs.
/// Each time that something comes in, ``Event/storeRecovered`` is a batch of its own, which holds all that
/// was kept. Only its commit ends this.
struct EventPipeline<AfterCommit: Sendable> {
  /// What is to be done next.
  enum Action {
    /// Write the batch's transaction, then give it back: ``EventPipeline/committed(_:_:at:)``.
    case write(InFlight)
    /// Do what was decided, in order.
    /// - Parameter payloads: Of the tasks that were submitted, those that are launched and those that
    ///   somebody is told of.
    case carryOut(Batch<AfterCommit>, payloads: FoundPayloads)
  }

  /// A batch that is being written. Whoever holds it gives it back when it is known how that went.
  struct InFlight: Sendable {
    let batch: Batch<AfterCommit>
    /// When it was decided.
    let now: Moment
    /// There is nothing to write, and it has to be known whether the disk takes anything: a little is
    /// written and made durable.
    let isProbe: Bool
    /// What it was decided from.
    fileprivate let inbound: [Inbound<AfterCommit>]
  }

  /// So much is decided at a time at most, so that timers and other sources have their turn however much
  /// waits.
  private static var heaviestBatch: Int { 1024 }

  private(set) var scheduler: Scheduler
  /// What came in and is not decided yet, in order.
  private var inbox: [Inbound<AfterCommit>] = []
  /// A batch is being written.
  private(set) var isWriting = false

  /// What a task runs that was made for another one's action.
  private let actionPayload: (ScheduledTask) -> [UInt8]

  init(_ scheduler: Scheduler, actionPayload: @escaping (ScheduledTask) -> [UInt8]) {
    (self.scheduler, self.actionPayload) = (scheduler, actionPayload)
  }

  /// There is something to decide, and nothing to wait for.
  var isReady: Bool { !isWriting && !inbox.isEmpty }

  /// Takes in what happened, behind all that came before.
  mutating func take(_ inbound: Inbound<AfterCommit>) {
    // What comes one after the other is decided at one moment: what the machine is like then counts, however
    // often that has changed while nobody could decide.
    if case .event(.conditions(let later)) = inbound, case .event(.conditions(let before)) = inbox.last {
      inbox[inbox.count - 1] = .event(.conditions(before.superseded(by: later)))
    } else {
      inbox.append(inbound)
    }
  }

  /// Decides what waits, unless it ``isReady`` no more.
  /// - Parameters:
  ///   - stateRoom: Is asked how much room the disk has for requests, when there are some.
  ///   - isEnough: Others have waited for long enough: what comes now waits for the next time.
  ///   - watched: The task that something has happened to, where somebody is told its request.
  mutating func decide(
    at moment: Moment, stateRoom: () -> StateRoom?, isEnough: () -> Bool = { false },
    watched: (Occurrence) -> TaskID? = { _ in nil }
  ) -> Action? {
    guard isReady else { return nil }
    var batch = Batch<AfterCommit>()
    guard scheduler.storeFailure == nil else {
      let trial = Inbound<AfterCommit>.event(.storeRecovered)
      handle(trial, at: moment, into: &batch, watched)
      return write(batch, from: [trial], isTrial: true, at: moment)
    }
    let length = batchLength
    var count = 0
    var knowsRoom = false
    repeat {
      let item = inbox[count]
      if !knowsRoom, scheduler.isSubmitting || item.isRequest {
        scheduler.take(stateRoom())
        knowsRoom = true
      }
      handle(item, at: moment, into: &batch, watched)
      count += 1
    } while count < length && !isEnough()
    return write(batch, from: takeFirst(count), isTrial: false, at: moment)
  }

  /// The batch that was to be written is on disk, or the disk took nothing of it.
  mutating func committed(
    _ written: InFlight, _ result: Result<FoundPayloads, StoreError>, at moment: Moment
  ) -> Action {
    isWriting = false
    switch result {
    case .success(let payloads):
      scheduler.commit()
      return .carryOut(written.batch, payloads: written.batch.submitted.merging(payloads) { own, _ in own })
    case .failure(let error):
      scheduler.rollBack()
      // That the disk works again was only tried, and what came in to try it has waited.
      let again = scheduler.storeFailure == nil ? written.inbound : takeFirst(batchLength)
      var refused = Batch<AfterCommit>()
      for item in [.event(.storeFailed(cause: error.cause))] + again {
        handle(item, at: moment, into: &refused) { _ in nil }
      }
      scheduler.commit()
      return .carryOut(refused, payloads: [:])
    }
  }

  /// How many of those that wait are decided at a time, at most.
  private var batchLength: Int {
    var weight = 0
    return inbox.prefix { inbound in
      defer { weight += inbound.weight }
      return weight < Self.heaviestBatch
    }.count
  }

  private mutating func takeFirst(_ count: Int) -> [Inbound<AfterCommit>] {
    defer { inbox.removeFirst(count) }
    return Array(inbox.prefix(count))
  }

  /// - Parameter isTrial: It has to be known whether the disk takes anything.
  private mutating func write(
    _ batch: Batch<AfterCommit>, from inbound: [Inbound<AfterCommit>], isTrial: Bool, at moment: Moment
  ) -> Action {
    guard batch.needsStore || isTrial else {
      scheduler.commit()
      return .carryOut(batch, payloads: [:])
    }
    isWriting = true
    return .write(
      InFlight(
        batch: batch, now: moment, isProbe: isTrial && batch.changes.isEmpty, inbound: inbound))
  }

  private mutating func handle(
    _ item: Inbound<AfterCommit>, at moment: Moment, into batch: inout Batch<AfterCommit>,
    _ watched: (Occurrence) -> TaskID?
  ) {
    switch item {
    case .event(let event):
      batch.append(scheduler.handle(event, at: moment), actionPayload: actionPayload, watched: watched)
    case .look(let body): batch.append(body(scheduler, moment))
    }
  }
}
