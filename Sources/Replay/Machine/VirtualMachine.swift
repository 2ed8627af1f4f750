import SchedulerCore

/// One recorded machine with a scheduler of its own: the real core in virtual time. Only the machine and the
/// programs are simulated: a program works for as long as is expected, and ends at once when it is told to.
struct VirtualMachine {
  /// The most moments at which anything happens: a task that repeats too fast for so long a record has more.
  private static let mostMoments = 20_000_000

  let trace: DeviceTrace
  private let rules: SchedulerConfiguration
  private let load: Workload
  private var seed: UInt64
  private var core: Scheduler
  private var clock: VirtualClock
  private var store = StoredState(keepsPast: false)
  private var conditions: [ConditionChange] = []
  private var filter: DecisiveConditions
  private var state = DeviceState.off
  /// The date of the boot, where the record says since when a machine that was off is on.
  private var boot: WallTime?
  /// The reason for which the machine was away last.
  private var away: ReasonCode?
  /// Whether the scheduler is the one of the last boot.
  private var isBooted = false
  /// Whether the scheduler has not started yet.
  private var isFresh = true
  private var armed = WakeUp()
  private(set) var ledger = Ledger()
  /// The programs that work, by their runs.
  private var programs: [RunID: SimulatedProgram] = [:]
  private let budget: ReplayBudget
  private var moments = 0

  private let items: [WorkItem]
  private let hasTooManyItems: Bool
  private var nextItem = 0
  /// The first item whose stretch of the record has not ended.
  private var nextToExcuse = 0
  /// The work that is done and saved.
  private var saved: [TaskKey: TimeSpan] = [:]
  /// The items that are under way, in the order of their deadlines.
  private var pending: ArraySlice<WorkItem> = []

  /// The user whose tasks are planned.
  private static let caller = Caller(uid: 1000, isPrivileged: false)

  /// - Parameter budget: The runs that all machines of a replay may have.
  init(
    _ trace: DeviceTrace, _ rules: SchedulerConfiguration, _ load: Workload, seed: UInt64,
    budget: ReplayBudget
  ) {
    self.budget = budget
    (self.trace, self.rules, self.load) = (trace, rules, load)
    self.seed = WorkItem.seed(seed, of: trace.name)
    let planned: [WorkItem]? =
      if case .plan(let plan) = load { WorkItem.all(of: plan, on: trace, seed: seed) } else { [] }
    (items, hasTooManyItems) = (planned ?? [], planned == nil)
    clock = VirtualClock(start: trace.start)
    filter = DecisiveConditions(load, rules)
    core = Scheduler(configuration: rules, seed: seed)
  }

  /// Whether the record was left before its end, because too much happens.
  var isCutShort: Bool { hasTooManyItems || budget.isSpent || moments >= Self.mostMoments }

  // MARK: Time

  /// Lets the whole record pass.
  /// - Parameter passed: Gets the thousandths of the record that have passed since the last call.
  mutating func run(passed: (Int) -> Void = { _ in }) {
    var thousandths = 0
    func report(upTo now: Int) {
      if now > thousandths { passed(now - thousandths) }
      thousandths = max(now, thousandths)
    }
    let length = max((trace.end - trace.start).uSec, 1)
    var next = 0
    if trace.changes.first?.at == trace.start, trace.changes[0].machine.map({ $0 != .on }) == true {
      state = .unknown
    } else {
      if trace.changes.first?.at == trace.start {
        conditions = trace.changes[0].conditions
        next = 1
      }
      start()
    }
    while !isCutShort, step(&next) {
      moments += 1
      report(upTo: Int((clock.moment.wall - trace.start).uSec / (length / 1000 + 1)))
    }
    report(upTo: 1000)
    clock.move(to: trace.end, isAwake: state == .on)
    close()
  }

  /// Lets the next thing happen. Returns false when nothing is left in the record.
  /// - Parameter next: The index of the next change.
  private mutating func step(_ next: inout Int) -> Bool {
    let change = next < trace.changes.count ? trace.changes[next].at : nil
    let (end, submission, wakeUp) = (programEnd, submission, wakeUp)
    let dates = [end, change, submission, wakeUp, state == .on ? pending.first?.deadline : nil]
    // A program that ends with the record has ended; nothing else happens at its end.
    guard let date = dates.compactMap({ $0 }).min(), date < trace.end || (end == date && date == trace.end)
    else { return false }
    clock.move(to: date, isAwake: state == .on)
    if end == date {
      endPrograms()
    } else if change == date {
      take(trace.changes[next])
      next += 1
    } else if submission == date {
      submit()
    } else if wakeUp == date {
      handle(.timer)
    } else {
      giveUp()
    }
    return true
  }

  private var programEnd: WallTime? {
    guard state == .on else { return nil }
    return programs.values.compactMap(\.end).min().map { clock.date(of: $0) }
  }

  private var wakeUp: WallTime? { state == .on ? clock.date(of: armed) : nil }

  /// The date of the next submission. One that comes while the machine is away is made when it is back.
  private var submission: WallTime? {
    guard state == .on, nextItem < items.count else { return nil }
    return max(items[nextItem].submitted, clock.moment.wall)
  }

  // MARK: The machine

  private mutating func take(_ change: TraceChange) {
    conditions = conditions.superseded(by: change.conditions)
    let decisive = filter.take(change.conditions)
    if state == .on, !decisive.isEmpty { handle(.conditions(decisive)) }
    guard let next = change.machine else { return }
    // A daemon that says that the machine is still on had an event, with which tasks may have started.
    if next != state { move(to: next) } else if next == .on, decisive.isEmpty { handle(.timer) }
  }

  private mutating func move(to next: DeviceState) {
    if next == .on { return isBooted ? resume() : start() }
    if next == .unknown { excuse() }
    if state == .on {
      // Programs that are told to stop end at once, so that nothing is waited for.
      handle(.departing(next == .asleep ? .sleep : .shutdown, limit: .seconds(5)))
    }
    boot = state == .off && next == .unknown ? clock.moment.wall : nil
    if next != .asleep {
      isBooted = false
      for run in programs.keys { programs[run]?.stop(at: clock.moment.monotonic) }
    }
    (state, away) = (next, next.reason)
    ledger.leave(for: away, at: clock.moment.wall)
  }

  private mutating func resume() {
    ledger.comeBack(from: state.reason, at: clock.moment.wall)
    state = .on
    // A daemon measures before it takes the resume in.
    handle(.conditions(conditions))
    handle(.resumed)
  }

  /// Boots the machine, with nothing left but what is stored.
  private mutating func start() {
    ledger.comeBack(from: state.reason, at: clock.moment.wall)
    if let boot { clock.boot(upFor: clock.moment.wall - boot) }
    (state, isBooted) = (.on, true)
    armed = WakeUp()
    core = store.scheduler(rules, seed: seed)
    // The ledger asks for reasons itself, and only where they are over.
    core.followedLimit = 0
    seed &+= 1
    var declared = DeclarationSet.unread
    if case .declared(let tasks) = load {
      declared = tasks.set
      handle(.zoneChanged(tasks.zone))
    }
    handle(.conditions(conditions))
    handle(.started(sameBoot: isFresh, surviving: [], ended: [:], declared: declared))
    isFresh = false
  }

  // MARK: Events

  /// Lets the core decide about an event and carries out what it says, with what follows at the same moment.
  private mutating func handle(_ event: Event) {
    var events = [event]
    var next = 0
    while next < events.count {
      let decision = core.handle(events[next], at: clock.moment)
      next += 1
      for change in decision.changes { store.apply(change) }
      for directive in decision.directives { carryOut(directive, &events) }
    }
    core.commit()
    for (place, task) in ledger.takeQuestions(at: clock.moment.wall) {
      ledger.answer(place, core.outlook(of: task, at: clock.moment).reasons, at: clock.moment.wall)
    }
  }

  private mutating func carryOut(_ directive: Directive, _ events: inout [Event]) {
    let now = clock.moment.monotonic
    switch directive {
    case .launch(let launch):
      let request = launch.task.request
      programs[launch.run.id] = SimulatedProgram(
        length: length(of: request, limit: launch.limit), saved: saved[launch.run.key, default: .zero],
        step: step(of: request), at: now)
      events.append(.runStarted(launch.run.id))
    case .expire(let run, _, _), .kill(let run):
      guard programs[run] != nil else { break }
      programs[run]?.stop(at: now)
      events.append(.runEnded(run, .signal("SIGTERM")))
    case .freeze(let run): programs[run]?.freeze(at: now)
    case .thaw(let run): programs[run]?.thaw(at: now)
    case .start(let start):
      events.append(
        .launchFailed(start.process, message: "a replay has no applications", isPassing: false))
    // No program is asked: every check holds, and no path changes.
    case .check(let request):
      events.append(.checked(request.id, CheckFinding(holds: true, words: "replayed")))
    case .look(let look): events.append(.pathsLooked(look.id, .failed("a record has no paths")))
    case .arm(let wakeUp): armed = wakeUp
    case .goOn: events.append(.goOn)
    case .report(let occurrence):
      ledger.take(occurrence, at: clock.moment.wall)
      if case .ended(let run, _) = occurrence { record(run, isOver: true) }
    default: break
    }
  }

  private func length(of request: TaskRequest, limit: TimeSpan) -> TimeSpan {
    if case .plan(let plan) = load { return plan.length }
    // A program that takes exactly its limit is done with it. Another program's end at the same moment would
    // let the scheduler see that the limit is over.
    if request.expectedDuration == limit { return TimeSpan(uSec: limit.uSec - 1) }
    // A task that does not say how long it takes is not taken for one that takes too long.
    return request.expectedDuration ?? min(Workload.usualLength, TimeSpan(uSec: limit.uSec / 2))
  }

  /// Returns the step in which a program saves its work. A declared task that can resume saves all of it.
  private func step(of request: TaskRequest) -> TimeSpan? {
    if case .plan(let plan) = load { return plan.resume }
    return request.canResume == true ? TimeSpan(uSec: 1) : nil
  }

  // MARK: Runs

  private mutating func endPrograms() {
    let now = clock.moment.monotonic
    let ended = programs.filter { $0.value.end.map { $0 <= now } ?? false }
    for run in ended.keys.sorted(by: { $0.text < $1.text }) {
      programs[run]?.stop(at: now)
      handle(.runEnded(run, .status(0)))
    }
  }

  /// Adds a run to the records.
  /// - Parameter isOver: Whether the scheduler has seen its end.
  private mutating func record(_ run: Run, isOver: Bool) {
    var replayed = ReplayedRun(run: run)
    if var program = programs.removeValue(forKey: run.id) {
      program.stop(at: clock.moment.monotonic)
      (replayed.worked, replayed.freezes) = (program.worked, program.freezes)
      if isOver, !run.hasSucceeded { replayed.wasted = program.saved + program.worked - program.kept }
      saved[run.key] = run.hasSucceeded ? nil : program.kept
    }
    ledger.add(replayed)
    budget.takeRun()
  }

  // MARK: Planned work

  private mutating func submit() {
    let item = items[nextItem]
    nextItem += 1
    let place = ledger.place(of: Self.key(of: item), submitted: item.submitted)
    if let away { ledger.hold(place, min(clock.moment.wall, item.deadline) - item.submitted, for: away) }
    guard case .plan(let plan) = load, item.deadline > clock.moment.wall else { return }
    pending.append(item)
    handle(
      .call(
        .submit(Submission(request: item.request(of: plan), payload: [])), caller: Self.caller,
        token: ReplyToken(0)))
  }

  /// Ends a task whose time is over, unless it is done.
  private mutating func giveUp() {
    guard let item = pending.popFirst() else { return }
    if core.task(item.identifier, of: Self.caller.uid) != nil {
      handle(
        .call(.cancel(identifier: item.identifier), caller: Self.caller, token: ReplyToken(0)))
    }
  }

  /// Leaves out the tasks that the record does not follow to their ends.
  private mutating func excuse() {
    let now = clock.moment.wall
    while nextToExcuse < items.count, items[nextToExcuse].knownUntil <= now {
      let item = items[nextToExcuse]
      nextToExcuse += 1
      if item.knownUntil == now, item.deadline > now {
        ledger.excuse(Self.key(of: item), submitted: item.submitted)
      }
    }
  }

  private static func key(of item: WorkItem) -> TaskKey {
    TaskKey(uid: caller.uid, identifier: item.identifier)
  }

  private mutating func close() {
    // The end of a run that lasts is not known, so that its work is neither kept nor wasted.
    for run in core.activeRuns { record(run, isOver: false) }
    for item in items[nextItem...] { _ = ledger.place(of: Self.key(of: item), submitted: item.submitted) }
    ledger.close(at: clock.moment.wall)
  }
}

extension DeviceState {
  /// The reason that holds tasks back meanwhile; `nil` where that is not known.
  fileprivate var reason: ReasonCode? {
    switch self {
    case .on, .unknown: nil
    case .asleep: .sleep
    case .off: .machineShutdown
    }
  }
}
