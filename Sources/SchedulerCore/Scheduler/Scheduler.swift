// Room SchedulerCore: every decision about tasks, as values without clock and without I/O.
// Way in: `Scheduler` takes an `Event` and a `Moment`, and returns a `Decision`.
// Must not know: files, sockets, processes, Linux, the protocol.

/// Every decision of bgtaskd, without a clock or I/O: an ``Event`` with its ``Moment`` goes in, a
/// ``Decision`` comes out, and from the same start the same events give the same decisions.
///
/// A batch of events is one transaction of the store. When that is on disk the shell calls ``commit()``. When
/// it failed, the shell calls ``rollBack()``, then handles ``Event/storeFailed(cause:)`` and the same events
/// again. From then on nothing is stored: requests are refused, nothing is launched, deadlines and
/// corrections of dates wait, and the end of a run is kept (`RunPhase.over`) until it can be recorded. What
/// needs no record goes on: runs are told to stop and killed. The batch that begins with
/// ``Event/storeRecovered`` records all ends that were kept. When its commit fails it is rolled back like any
/// other, and the disk still takes nothing.
package struct Scheduler: Sendable {
  private var inPlace = InPlace()
  var tables = Tables()
  var volatile: Volatile
  /// The expressions of `when` and `while` that waiting tasks, runs and inquiries use. A batch neither copies
  /// them nor takes them back: they follow from the rest.
  var expressions = ExpressionStates()
  /// Whether a batch was taken back, and with it the decisions about runs.
  var mustReconsiderRuns = false
  /// The budget of the current event for piled-up work.
  var slice = Slice(Slice.usual)
  /// The budget for telling tasks of ends before them. It is one of its own, so that endless ends keep no due
  /// task from being taken in.
  var tellingSlice = Slice(Slice.usual)
  /// The number of tasks that were looked at so far for the order of requests.
  var orderLooks = 0
  /// The number of held tasks whose reasons are reported anew when conditions change; none in a replay, which
  /// asks for reasons itself.
  package var followedLimit = Volatile.followedLimit
  /// The size of each event's ``slice``.
  let sliceSize: Int
  /// The decision about the current event so far.
  var changes: [StoreChange] = []
  var directives: [Directive] = []
  var reconsidered = Reconsidered()
  private var committed: Volatile

  /// Creates a scheduler with the contents of the store, which decides nothing before
  /// ``Event/started(sameBoot:surviving:ended:declared:)``.
  /// - Parameters:
  ///   - seed: For the names of runs; random in the daemon, fixed in tests.
  ///   - tasks: The tasks that wait or run.
  ///   - activeRuns: The runs that had not ended.
  ///   - declarations: The records of what became of declared tasks.
  ///   - uses: The spacing and budgets that applications have used up.
  ///   - pauses: The pauses that users have set.
  ///   - ends: The last ends of tasks that others come after.
  ///   - windows: What is known of windows of conditions.
  ///   - heldBack: Users whose waiting tasks were left in the store.
  ///   - nextTaskID: Greater than the number of any task so far.
  ///   - lastRecorded: The last line of the record of conditions.
  ///   - sliceSize: The ``Slice`` of one event; smaller in tests.
  package init(
    configuration: SchedulerConfiguration, seed: UInt64, tasks: [ScheduledTask] = [], activeRuns: [Run] = [],
    declarations: [DeclarationRecord] = [], uses: [ApplicationUseRecord] = [], pauses: [Pause] = [],
    ends: [EndRecord] = [], windows: [WindowRecord] = [], works: [WorkRecord] = [],
    heldBack: [HeldBackUser] = [],
    nextTaskID: TaskID = TaskID(1), lastRecorded: RecordedChange? = nil, sliceSize: Int = Slice.usual
  ) {
    var restoration = Restoration(
      configuration: configuration, seed: seed, tasks: tasks.count, activeRuns: activeRuns,
      sliceSize: sliceSize)
    // Indices are sorted, not tasks: moving tasks costs more than all the rest.
    for index in tasks.indices.sorted(by: { tasks[$0].id < tasks[$1].id }) { restoration.take(tasks[index]) }
    self = restoration.scheduler(
      declarations: declarations, uses: uses, pauses: pauses, ends: ends, windows: windows, works: works,
      heldBack: heldBack, nextTaskID: nextTaskID, lastRecorded: lastRecorded)
  }

  /// Creates a scheduler that holds nothing yet.
  init(_ configuration: SchedulerConfiguration, seed: UInt64, sliceSize: Int) {
    self.sliceSize = sliceSize
    volatile = Volatile(
      configuration: configuration, random: SeededGenerator(seed: seed), nextTaskID: TaskID(1))
    committed = volatile
    tables.configure(configuration)
  }

  /// Takes in one event and returns the decision about it.
  package mutating func handle(_ event: Event, at observed: Moment) -> Decision {
    let moment = steadied(observed)
    volatile.counters.events += 1
    volatile.clock.observe(moment)
    slice = Slice(sliceSize(for: event))
    tellingSlice = Slice(max(sliceSize(for: event) / 2, 1))
    let movedBytes = tables.indexes.movedBytes
    switch event {
    // Conditions come before the start, and a disk that has just failed takes no repairs either.
    case .conditions, .storeFailed: break
    default: if volatile.storeFailure == nil { writeRepairs() }
    }
    if event.followsLook { volatile.lastLook = moment.monotonic }
    apply(event, at: moment)
    if volatile.phase == .starting { startMore(at: moment) }
    if volatile.phase != .starting { advance(at: moment) }
    answerSubmissions()
    forgetEnds()
    record(after: event, at: moment)
    defer {
      changes = []
      directives = []
      reconsidered = Reconsidered()
    }
    return Decision(
      changes: changes, directives: directives, storedBytes: tables.indexes.movedBytes - movedBytes)
  }

  /// Returns the moment with clocks that agree: they are read one after the other, so the time in suspend
  /// seems to vary, and the timer of a lease would be armed anew with each event.
  private mutating func steadied(_ observed: Moment) -> Moment {
    let suspended = TimeSpan(uSec: observed.boot.uSec.saturatingMinus(observed.monotonic.uSec))
    let difference = suspended - volatile.suspended
    if max(difference, .zero - difference) >= .milliseconds(5) { volatile.suspended = suspended }
    var moment = observed
    moment.boot = BootTime(uSec: moment.monotonic.uSec) + volatile.suspended
    return moment
  }

  /// Returns the bound of the piled-up work that is done with an event. While ``Event/goOn`` is on its way,
  /// that does most of it: a caller whose call comes meanwhile waits for less.
  private func sliceSize(for event: Event) -> Int {
    if case .goOn = event { return sliceSize }
    return volatile.backlog.isGoingOn ? max(sliceSize / 8, 1) : sliceSize
  }

  /// Sets the room that the file system of the state has for the requests that come now; `nil` when it does
  /// not say. This is no event: nothing follows from it alone, so no piled-up work is done for it.
  package mutating func take(_ room: StateRoom?) { volatile.stateRoom = room }

  /// Notes that the changes since the last call are on disk.
  package mutating func commit() {
    committed = volatile
    tables.commit()
    expressions.commit { tables.indexes.uses(of: $0) }
  }

  /// Forgets the changes since the last ``commit()``, which are not on disk.
  package mutating func rollBack() {
    tables.rollBack()
    let failed = volatile
    volatile = committed
    if volatile.configuration != failed.configuration {
      tables.configure(volatile.configuration)
      expressions.forgetAnswers()
    }
    if volatile.machine.zone != failed.machine.zone { expressions.clockChanged() }
    let (now, before) = (volatile.machine.current, failed.machine.current)
    expressions.changed(before.fields(otherIn: now), from: before, to: now)
    expressions.rollBack { tables.indexes.uses(of: $0) }
    mustReconsiderRuns = true
  }

  /// The submissions of this event, answered at its end, when it is known whether their tasks start at once.
  var submissions: [PendingAnswer] = []

  private mutating func apply(_ event: Event, at moment: Moment) {
    switch event {
    case .call(let call, let caller, let token): answer(call, caller, token, at: moment)
    case .disconnected(let connection): disconnected(connection, at: moment)
    case .inquired(let connection, let inquiry): inquire(inquiry, on: connection, at: moment)
    case .runStarted(let id):
      if tables.processes[id] != nil { processStarted(id, at: moment) } else { runStarted(id, at: moment) }
    case .launchFailed(let id, let message, let isPassing):
      if tables.processes[id] != nil {
        let reason = Reason(code: .launchFailed, message: message)
        processEnded(id, reason, isPassing: isPassing, at: moment)
      } else {
        launchFailed(id, message: message, isPassing: isPassing, at: moment)
      }
    case .runEnded(let id, let exit):
      if tables.processes[id] != nil {
        processEnded(id, Reason(exitBeforeRegistering: exit), at: moment)
      } else {
        runEnded(id, exit, at: moment)
      }
    case .payloadUnavailable(let id, let isDamaged, let message):
      payloadUnavailable(id, isDamaged: isDamaged, message: message, at: moment)
    case .checked(let id, let finding): take(finding, of: id, at: moment)
    case .pathsLooked(let id, let finding): take(finding, of: id, at: moment)
    case .pathsTouched(let id): touched(id, at: moment)
    case .freezeFailed(let run, let message): freezeFailed(run, message: message, at: moment)
    case .started(let sameBoot, let surviving, let ended, let unidentified, let declared):
      start(
        Backlog.Start(
          sameBoot: sameBoot, surviving: surviving, ended: ended, unidentified: unidentified,
          declared: declared), at: moment)
    case .conditions(let changes): observe(changes, at: moment)
    case .timer: volatile.armed = nil
    case .goOn:
      volatile.backlog.isGoingOn = false
      submitMore(at: moment)
    case .zoneChanged(let zone): setZone(zone)
    case .clockChanged: clockChanged()
    case .resumed:
      // Answers from before the sleep are too old.
      expressions.forgetAnswers()
      volatile.machine.interruptWindows(at: moment, volatile.configuration.windowModel)
      tables.forgetWindows()
      recordWindows()
      departureOver(.sleep, at: moment)
    case .departing(let kind, let limit): depart(kind, limit: limit, at: moment)
    case .departureOver(let kind): departureOver(kind, at: moment)
    case .configurationChanged(let configuration): configure(configuration, at: moment)
    case .declare(let set): declare(set)
    case .storeFailed(let cause): storeFailed(cause)
    case .storeRecovered: storeRecovered(at: moment)
    case .shutdown: shutDown(at: moment)
    case .handOver: handOver(at: moment)
    }
  }

  private mutating func answer(_ call: Call, _ caller: Caller, _ token: ReplyToken, at moment: Moment) {
    var position: Int?
    let reply: Reply
    do throws(SchedulerError) {
      switch call {
      case .submit(let submission):
        attendOverdue(at: moment)
        let result = submit(submission, caller, at: moment)
        return submissions.append(PendingAnswer(token: token, results: [result], isBatch: false))
      case .submitBatch(let batch):
        attendOverdue(at: moment)
        return submitMore(
          of: Backlog.Submitting(caller: caller, token: token, submissions: batch), at: moment)
      case .cancel(let identifier): reply = try cancel(identifier, caller, at: moment)
      case .renewLease(let identifier, let until):
        // A lease that is over at this very moment is lost.
        attendOverdue(at: moment)
        reply = try renewLease(of: identifier, until: until, caller, at: moment)
      case .cancelAll: return try cancelAll(caller, token, at: moment)
      case .pause(let scope, let until, let stops):
        reply = try pause(scope, until: until, stops: stops, caller, at: moment)
      case .resume(let scope): reply = try resume(scope, caller, at: moment)
      case .forgetRecord: reply = try forgetRecord(caller)
      case .simulateLaunch(let identifier):
        attendOverdue(at: moment)
        reply = try simulateLaunch(identifier, caller, at: moment)
      case .simulateExpiration(let identifier): reply = try simulateExpiration(identifier, caller, at: moment)
      case .simulateConditions(let changes, let clear):
        reply = try simulateConditions(changes, clear: clear, caller, at: moment)
      case .register(let request):
        attendOverdue(at: moment)
        // The confirmation comes before what is delivered to the connection.
        position = directives.count
        reply = try register(request, caller, at: moment)
      case .addIdentifiers(let identifiers, let name):
        attendOverdue(at: moment)
        reply = try addIdentifiers(identifiers, to: name, caller, at: moment)
      case .setApplicationState(let state, let application, let connection):
        reply = try setApplicationState(state, application, connection, caller, at: moment)
      case .beginAssertion(let assertion): reply = try begin(assertion, at: moment)
      case .complete(let run, let success): reply = try complete(run, success: success, caller, at: moment)
      case .reportProgress(let run, let progress, let next):
        reply = try reportProgress(run, progress, next, caller, at: moment)
      case .checkpoint(let run): reply = try checkpoint(run, caller, at: moment)
      case .handlerBegan(let run): reply = try handlerBegan(run, caller, at: moment)
      }
    } catch {
      reply = .failed(error)
    }
    directives.insert(.reply(token, reply), at: position ?? directives.count)
  }

  /// Expires and kills overdue runs before a call that could use their programs: a task that starts at once
  /// must not be given to a program that is about to end, nor an overdue run to a program that comes too late
  /// for it. Other calls are in time when they come at the very moment at which they would be late.
  mutating func attendOverdue(at moment: Moment) {
    if volatile.phase != .starting { attendRuns(at: moment) }
  }

  mutating func answerSubmissions() {
    for answer in submissions {
      let results = answer.results.map { result in
        // The answer about a task that was dropped at once shows it as it was accepted.
        result.map { accepted in
          // Most tasks wait for their dates, and a snapshot costs more than all this.
          guard !tables.tasks.isWaiting(accepted.task), var now = snapshot(accepted.task.id) else {
            return accepted
          }
          if now.state == .waiting { now.lack = accepted.lack }
          return now
        }
      }
      switch (answer.isBatch, results.first) {
      case (false, .success(let snapshot)?): directives.append(.reply(answer.token, .submitted(snapshot)))
      case (false, .failure(let error)?): directives.append(.reply(answer.token, .failed(error)))
      default: directives.append(.reply(answer.token, .batch(results)))
      }
    }
    submissions = []
  }

  /// The answer to a submission, kept until it is known how far its tasks come within the event.
  struct PendingAnswer {
    var token: ReplyToken
    var results: [Result<TaskSnapshot, SchedulerError>]
    var isBatch: Bool
  }

  mutating func store(_ change: StoreChange) {
    // A decision on such a change could be lost, and what is only in memory must never pass for stored.
    precondition(volatile.storeFailure == nil, "\(change) while the disk takes nothing")
    changes.append(change)
  }

  mutating func report(_ occurrence: Occurrence) {
    if case .conditions = occurrence { reconsidered.conditionsChanged = true }
    directives.append(.report(occurrence))
  }
}
