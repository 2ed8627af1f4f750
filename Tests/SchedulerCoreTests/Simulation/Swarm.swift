@testable import SchedulerCore

/// A scheduler with a machine, programs, users and a disk around it that do what they like, over days of
/// virtual time. Everything follows from the seed. Each simulation switches some sorts of events off, so that
/// what the others hide comes up too.
struct Swarm {
  let seed: UInt64
  var random: SeededGenerator
  /// Requests say in their own words what they ask.
  let speaks: Bool
  var words: SeededGenerator
  /// Requests ask for what has to be asked.
  let asks: Bool
  var answers: SeededGenerator
  /// What comes after others, and groups.
  private var order = SwarmOrder()
  /// What paths are like, and who watches them.
  var paths: SwarmPaths
  /// For those who pause and resume, and for the order of tasks.
  var wishes: SeededGenerator
  /// What is being asked, and what was answered.
  var asked: [CheckRequest] = []
  var given: SwarmChecks.Answers = [:]
  let sorts: Set<SwarmSort>
  private(set) var scheduler: Scheduler
  /// What is on disk.
  private(set) var store = StoreModel()
  private(set) var now = Moment(wall: .at(0), monotonic: .at(0))
  private(set) var programs: [SwarmProgram] = []
  private(set) var isDiskFull = false
  /// The disk never fails again.
  private var isMended = false
  private(set) var isReadyToExit = false
  /// Those who have ended everything, and are not answered yet.
  private var openCalls: Set<ReplyToken> = []
  /// Something was left for the next slice.
  var isGoOnDue = false
  /// How much an event takes in; nil is the usual.
  private let sliceSize: Int?
  /// Whether programs are units, which go on without the daemon.
  private(set) var areUnits = false
  /// What the machine is about to do, and what of it waits.
  var departure: Departure?
  var isHeld = false
  /// The daemon was starting when the event came that is being carried out.
  private(set) var wasStarting = true
  /// The machine is kept awake.
  private(set) var isAwake = false
  private(set) var violations: [String] = []
  var launches = 0
  var applications: [SwarmApplicationProgram] = []
  /// The connections of programs that died, whose end nobody has seen yet.
  var dangling: [ConnectionID] = []
  var connections: UInt64 = 0
  /// Who waits for conditions without a task.
  var inquiries: [ConnectionID: Inquiry] = [:]
  /// Who has asked for time.
  var holders: SwarmHolders
  /// What tasks may take of memory.
  var memory: SwarmMemory
  var judgement: SwarmJudgement
  var leases: SwarmLeases
  private(set) var edits: SwarmEdits
  /// The machine whose conditions are recorded ones.
  private let device: SwarmDevice
  /// What the files in `tasks.d` say, by their names.
  var files: [String: Declaration] = [:]
  /// Connections whose end the scheduler was told of.
  private(set) var gone: Set<ConnectionID> = []
  /// Every run that was delivered.
  var delivered: Set<RunID> = []
  /// Requests that were acknowledged, by task.
  private(set) var accepted: Set<TaskID> = []
  /// Those of them that are over, with a record or by their owner's wish.
  private var finished: Set<TaskID> = []
  private var starts: UInt64 = 0
  private var tokens: UInt64 = 0
  /// The last events, for the report of a failure.
  private var recent: [(wall: WallTime, events: [Event])] = []

  init(
    seed: UInt64, speaks: Bool = true, asks: Bool = false, holds: Bool = false, isNarrow: Bool = false,
    judges: Bool = false, follows: Bool = false, trusts: Bool = false, edits: Bool = false
  ) {
    self.seed = seed
    self.speaks = speaks
    self.asks = asks
    answers = SeededGenerator(seed: seed &* 31)
    wishes = SeededGenerator(seed: seed &* 37)
    paths = SwarmPaths(seed: seed &* 41)
    holders = SwarmHolders(seed: seed &* 43, isUsed: holds)
    memory = SwarmMemory(seed: seed &* 47, isBounded: isNarrow)
    judgement = SwarmJudgement(seed: seed &* 53, isUsed: judges)
    leases = SwarmLeases(seed: seed &* 61, isUsed: trusts)
    self.edits = SwarmEdits(seed: seed &* 67, isUsed: edits)
    device = SwarmDevice(seed: seed &* 59, isUsed: follows)
    random = SeededGenerator(seed: seed)
    words = SeededGenerator(seed: ~seed)
    var sorts: Set<SwarmSort> = [.submit, .program]
    for sort in SwarmSort.allCases where Int.random(in: 0..<10, using: &random) < 6 { sorts.insert(sort) }
    self.sorts = sorts
    // Some lives are led in slices so small that hardly anything is done at once.
    sliceSize = seed % 5 == 2 ? Int(seed % 97) + 1 : nil
    scheduler = Scheduler(configuration: .plain, seed: seed)
    areUnits = chance(50)
    let configuration = randomConfiguration()
    scheduler = Scheduler(configuration: configuration, seed: seed, sliceSize: sliceSize ?? Slice.usual)
    let conditions = reportedConditions()
    let sameBoot = Bool.random(using: &random)
    handle([.conditions(conditions), .started(sameBoot: sameBoot, surviving: [])])
  }

  /// Lets so many things happen, then lets all that runs end.
  mutating func run(steps: Int) {
    for _ in 0..<steps where violations.isEmpty { step() }
    // A daemon that was told to end while it started has ended, and the next one takes its runs over.
    if isReadyToExit, scheduler.volatile.phase == .starting { crash() }
    isMended = true
    if isDiskFull { handle([.storeRecovered]) }
    // A start that is cut short leaves everything to the next one.
    while violations.isEmpty, isGoOnDue, scheduler.volatile.phase == .starting { goOn() }
    handle([.shutdown])
    for _ in 0..<1000 where violations.isEmpty && !programs.isEmpty { handle([nextProgramEvent()]) }
    // What applications have left is over when they are, or when it has waited for them for long enough.
    endApplications()
    for _ in 0..<300 where violations.isEmpty && !scheduler.activeRuns.isEmpty {
      if isGoOnDue { goOn() }
      passTime(toWakeUp: true)
    }
    guard violations.isEmpty else { return }
    for run in scheduler.activeRuns { fail("run \(run.id) never ends") }
    for run in store.runs.values where run.ended == nil && scheduler.tables.runs[run.id] == nil {
      fail("run \(run.id) has no end")
    }
  }

  private mutating func goOn() {
    isGoOnDue = false
    handle([.goOn])
  }

  private mutating func step() {
    // Programs are quicker than most of what is timed.
    let isBusy =
      sorts.contains(.application) && scheduler.tables.runs.values.contains { $0.target == .application }
    switch Int.random(in: 0..<(isBusy ? 300 : 100), using: &random) {
    case ..<45: passTime(toWakeUp: true)
    case ..<60: passTime(toWakeUp: false)
    default: break
    }
    if sorts.contains(.crash), chance(2) || isReadyToExit { return crash() }
    if isReadyToExit { return handle([.timer]) }
    let events = (0..<Int.random(in: 1...3, using: &random)).map { _ in nextEvent() }
    let others = [nextEventOfHolders(), leases.nextEvent(at: now), edits.nextEvent(of: scheduler, at: now)]
    handle(events + others.compactMap { $0 })
  }

  /// What sources report: the recorded machine, or whatever comes up.
  mutating func reportedConditions() -> [ConditionChange] {
    device.conditions(at: now.wall) ?? randomConditions()
  }

  /// Lets the recorded machine change, if that comes before the wake-up.
  /// - Returns: Whether it did.
  private mutating func passTimeOfDevice(toWakeUp: Bool) -> Bool {
    guard !isMended, let wait = device.wait(at: now.wall) else { return false }
    let armed = toWakeUp ? scheduler.volatile.armed : nil
    let wakeUps = [armed?.wall.map { $0 - now.wall }, armed?.monotonic.map { $0 - now.monotonic }]
    if wakeUps.contains(where: { ($0 ?? nil).map { $0 <= wait } ?? false }) { return false }
    advance(by: wait)
    handle([.conditions(reportedConditions())])
    return true
  }

  private mutating func passTime(toWakeUp: Bool) {
    if passTimeOfDevice(toWakeUp: toWakeUp) { return }
    guard toWakeUp, let armed = scheduler.volatile.armed else {
      // Short and long times alike.
      let exponent = Double.random(in: 0...5, using: &random)
      return advance(
        by: TimeSpan(uSec: Int64.random(in: 0...Int64(power(exponent) * 1_000_000), using: &random)))
    }
    let waits = [armed.wall.map { $0 - now.wall }, armed.monotonic.map { $0 - now.monotonic }].compactMap {
      $0
    }
    // What was to come earlier and did not comes now.
    guard let wait = waits.min().map({ max($0, .zero) }) else { return }
    advance(by: wait)
    var woken = scheduler
    // What opens a gate changes nothing by itself, and a look is one of the shell's.
    let isGate =
      armed.monotonic.map {
        ($0 == scheduler.volatile.gate || $0 == scheduler.nextLook) && $0 <= now.monotonic
      } ?? false
    let decision = woken.handle(.timer, at: now)
    let isForSomething =
      !decision.changes.isEmpty
      || decision.directives.contains { directive in
        if case .arm = directive { false } else { true }
      }
    // While the disk is full the end of a run, or of the lease of one that stops, leaves no other trace.
    let hasEnded =
      woken.runningCount != scheduler.runningCount
      || woken.tables.runs.values.count { $0.hasLostLease }
        != scheduler.tables.runs.values.count { $0.hasLostLease }
    // A loss freezes a program that is being started once it is there.
    let hasLost = woken.tables.runs.values.contains {
      $0.phase == .launching && $0.mayFreeze && !woken.reading(at: now).keeps($0.enforced)
    }
    let visits = woken.counters.tasksVisited - scheduler.counters.tasksVisited
    // While something is left to do nobody asks for another wake-up than before.
    let isGoingOn = scheduler.volatile.backlog.isGoingOn
    if !isGoingOn && !isGate && !isForSomething && !hasEnded && !hasLost && visits == 0 && wait > .zero {
      fail("woken for nothing by \(armed)")
    }
    handle([.timer])
  }

  private func power(_ exponent: Double) -> Double {
    (0..<Int(exponent)).reduce(1.0) { value, _ in value * 10 }
  }

  private mutating func advance(by length: TimeSpan) {
    now.wall = now.wall + length
    now.monotonic = now.monotonic + length
    now.boot = now.boot + length
  }

  mutating func stepWall(by length: TimeSpan) { now.wall = now.wall + length }

  mutating func suspend(for length: TimeSpan) {
    stepWall(by: length)
    now.boot = now.boot + length
  }

  /// A batch: handled, committed, carried out.
  mutating func handle(_ events: [Event]) {
    guard violations.isEmpty else { return }
    let events = events.map { named($0) }
    recent = (recent + [(now.wall, events)]).suffix(12)
    let fails = !isMended && sorts.contains(.storeFailure) && chance(3)
    if fails { failCommit(of: events) } else { take(events) }
    scheduler.commit()
    let rebuilds = chance(15)
    for violation in Invariants.violations(of: scheduler, store, at: now, rebuilds: rebuilds) {
      fail(violation)
    }
    checkDeparture()
    checkGuards()
    checkHolders()
    checkInquiries()
    checkQuestions()
    let clockIsSet = sorts.contains(.clockStep)
    for violation in paths.violations(of: scheduler, clockIsSet: clockIsSet) { fail(violation) }
    for id in accepted
    where store.tasks[id] == nil && memory.left[id] == nil && !finished.contains(id) {
      fail("task \(id.value) was accepted and is lost")
    }
  }

  private mutating func take(_ events: [Event]) {
    for event in events {
      let before = Int.random(in: 0..<8, using: &random) == 0 ? scheduler : nil
      let (counters, work) = (scheduler.counters, scheduler.expressions.work)
      let charged = SwarmMemory.Charged(scheduler)
      wasStarting = scheduler.volatile.phase == .starting
      let untouched = edits.judges(event) ? scheduler : nil
      let decision = scheduler.handle(event, at: now)
      if let untouched {
        for violation in edits.violations(event, untouched, decision, at: now) { fail(violation) }
      }
      let visits = scheduler.counters.tasksVisited - counters.tasksVisited
      checkWork(event, decision, scheduler.expressions.work - work, visits: visits)
      if case .storeRecovered = event { isDiskFull = false }
      check(before, event, decision)
      checkStores(decision)
      checkMemory(event, decision, charged)
      for directive in decision.directives { carryOut(directive) }
    }
  }

  /// R99: whoever ends programs without the daemon knows when their leases are over.
  private mutating func checkGuards() {
    guard scheduler.volatile.phase != .starting else { return }
    for program in programs {
      guard let active = scheduler.tables.runs[program.run.id], !active.isOver, active.run.stopReason == nil,
        active.target == .command, program.guardedUntil != active.lease?.until
      else { continue }
      fail("the lease of run \(program.run.id) is guarded until another point")
    }
  }

  private mutating func checkMemory(_ event: Event, _ decision: Decision, _ before: SwarmMemory.Charged) {
    let left = Set(memory.left.keys)
    for violation in memory.violations(event, decision, before: before, scheduler) {
      fail("after \(event): \(violation)")
    }
    // They were ended by their owner.
    finished.formUnion(left.subtracting(memory.left.keys))
  }

  /// What an event costs follows from what it changes: what time, conditions and rules bring may concern all
  /// that is kept of expressions, anything else only what it looks at anyway.
  private mutating func checkWork(_ event: Event, _ decision: Decision, _ work: Int, visits: Int) {
    let touched = visits + decision.changes.count + decision.directives.count
    let all: Int
    switch event {
    case .conditions, .timer, .goOn, .zoneChanged, .clockChanged, .resumed, .configurationChanged, .started,
      .call(.simulateConditions, _, _), .checked, .storeRecovered:
      all = scheduler.expressions.leafCount
    default: all = scheduler.volatile.backlog.isGoingOn ? scheduler.expressions.leafCount : 0
    }
    let most = 40 + 12 * touched + 4 * all
    if work > most {
      fail("\(event) looked \(work) times at parts of expressions, at most \(most) were to be")
    }
  }

  /// Nothing is stored in memory only.
  private mutating func checkStores(_ decision: Decision) {
    guard isDiskFull else { return }
    for change in decision.changes { fail("\(change) while the disk is full") }
  }

  /// The commit fails: the scheduler must be what it was, and then take the same events without the disk.
  private mutating func failCommit(of events: [Event]) {
    var twin = scheduler
    for event in events { _ = scheduler.handle(event, at: now) }
    scheduler.rollBack()
    let left = scheduler.differences(from: twin)
    if !left.isEmpty { fail("rolling back left something behind: \(left)") }
    isDiskFull = true
    // That the disk works again was only tried.
    let events = events.filter { if case .storeRecovered = $0 { false } else { true } }
    // New rules, and the end of a sleep, have what was asked asked again, also when they are taken back: what
    // nothing depends on may be unknown where the twin knows it still, and an inquiry is answered when it is
    // asked again.
    let forgets = events.contains { event in
      switch event {
      case .configurationChanged, .resumed: true
      default: false
      }
    }
    // An answer that has come is not forgotten. A departure that the twin takes in before it stops a run
    // that is frozen there, and that goes on here first.
    let departs = events.contains { if case .departing = $0 { true } else { false } }
    func compared(_ decision: Decision) -> [Directive] {
      decision.directives.filter {
        !$0.isWakeUp && !(forgets && $0.isAnswer) && !(departs && $0.isOfThawing)
      }.map {
        forgets ? $0.withoutParts : $0
      }
    }
    var (changes, directives) = (Balance<StoreChange>(), Balance<Directive>())
    for event in [.storeFailed(cause: "full")] + events {
      let expected = twin.handle(event, at: now)
      let decision = scheduler.handle(event, at: now)
      changes.count(decision.changes, against: expected.changes)
      directives.count(compared(decision), against: compared(expected))
      for directive in decision.directives {
        if case .report(.launching) = directive { fail("launched while the disk is full") }
        if case .reply(_, .submitted) = directive { fail("accepted while the disk is full") }
      }
      check(nil, event, decision)
      checkStores(decision)
      for directive in decision.directives { carryOut(directive) }
    }
    // An answer that has come is not forgotten, so what follows from it may come an event earlier; and what
    // expressions say is looked at again, which may be more than the smallest slices have room for.
    guard sliceSize == nil else { return }
    check(nothing: changes.odd)
    check(nothing: directives.odd)
    if scheduler.volatile.armed != twin.volatile.armed { fail("rolling back sets another timer") }
  }

  private mutating func check(nothing odd: [String]) {
    if !odd.isEmpty { fail("after rolling back, too much (+) or too little (-) was decided: \(odd)") }
  }

  /// Holds what an event gave against the rules, and writes it down.
  private mutating func check(_ before: Scheduler?, _ event: Event, _ decision: Decision) {
    if let wrong = holders.take(event, decision, scheduler, at: now.monotonic) {
      fail("after \(event): \(wrong)")
    }
    let checks = SwarmChecks(
      before: before, event: event, decision: decision, after: scheduler, store, answers: given,
      openCalls: openCalls, at: now)
    for violation in checks.violations { fail("after \(event): \(violation)") }
    for case .reply(let token, _) in decision.directives { openCalls.remove(token) }
    if case .call(let call, _, let token) = event, SwarmChecks.mayTakeLong(call),
      !decision.directives.contains(where: { if case .reply(token, _) = $0 { true } else { false } })
    {
      openCalls.insert(token)
    }
    if !openCalls.isEmpty && !scheduler.volatile.backlog.isGoingOn {
      fail("after \(event): nothing is left to do, and \(openCalls.count) calls have no answer")
    }
    let byHand = SwarmChecks.startedByHand(event, decision.directives)
    let wrong = order.take(decision, store, scheduler.tables.runs.values) { byHand == $0 }
    for violation in wrong { fail("after \(event): \(violation)") }
    let unchanged = paths.take(decision, store, clockIsSet: sorts.contains(.clockStep)) { byHand == $0 }
    for violation in unchanged { fail("after \(event): \(violation)") }
    for violation in judgement.violations(event, decision, store) { fail("after \(event): \(violation)") }
    for violation in leases.violations(event, decision, store, at: now) {
      fail("after \(event): \(violation)")
    }
    finished.formUnion(checks.finished)
    switch event {
    case .disconnected(let connection):
      gone.insert(connection)
      inquiries[connection] = nil
    case .departing: isHeld = true
    case .inquired(let id, let inquiry): inquiries[id] = inquiry
    default: break
    }
    for change in decision.changes { store.apply(change) }
  }

  private mutating func carryOut(_ directive: Directive) {
    switch directive {
    case .launch(let launch):
      launches += 1
      programs.append(SwarmProgram(launch))
    case .start(let start): carryOut(start)
    case .deliver(let launch, let connection): deliver(launch, to: connection)
    case .warn(let run, let connection, _, _): warn(run, on: connection)
    case .warnAssertion(let id, let reason, let grace):
      if let wrong = holders.warn(id, reason.code, grace, scheduler, at: now.monotonic) { fail(wrong) }
    case .relieveAssertion(let id, let remaining, _):
      if let wrong = holders.relieve(id, remaining, scheduler, at: now.monotonic) { fail(wrong) }
    case .dropAssertion(let id):
      if let wrong = holders.drop(id, at: now.monotonic) { fail(wrong) }
      let process = holders.all[id]?.assertion.process
      if applications.contains(where: { $0.process != nil && $0.process == process && !$0.wasKilled }) {
        fail("who has overstayed on \(id.value) lives on")
      }
    case .expire(let run, _, _): if !tell(run, isKill: false) { change(run) { $0.wasTold = true } }
    case .guardLease(let run, let until, _): change(run) { $0.guardedUntil = until }
    case .freeze(let run):
      change(run) { program in
        // A service manager does not freeze what it is stopping, which a daemon before this one may have
        // asked for.
        if program.wasTold { program.refusesFreeze = true } else { program.isFrozen = true }
      }
    case .thaw(let run): change(run) { $0.isFrozen = false }
    case .kill(let run): if !tell(run, isKill: true) { change(run) { $0.wasKilled = true } }
    case .reply(_, .submitted(let snapshot)): accepted.insert(snapshot.task.id)
    case .reply(_, .batch(let results)):
      for case .success(let snapshot) in results { accepted.insert(snapshot.task.id) }
    case .readyToExit:
      isReadyToExit = true
      if !programs.isEmpty, scheduler.volatile.phase != .starting {
        fail("ready to exit while \(programs.count) programs run")
      }
    case .releaseDelay: letGo()
    case .preventSleep(let isWanted): isAwake = isWanted
    case .answer(let id, let answer): take(answer, to: id)
    case .check(let request): take(request)
    case .look(let look):
      let task = scheduler.tables.indexes.pathWatches[look.id]
      if let problem = paths.begin(look, for: task) { fail(problem) }
    case .unwatch(let id): paths.end(id)
    case .goOn: isGoOnDue = true
    case .reply, .arm, .report: break
    }
  }

  private mutating func change(_ run: RunID, _ change: (inout SwarmProgram) -> Void) {
    // It may have ended a moment ago, which the scheduler is about to hear.
    guard let index = programs.firstIndex(where: { $0.run.id == run }) else { return }
    change(&programs[index])
  }

  /// The next sign of life of some program.
  mutating func nextProgramEvent() -> Event {
    guard let index = programs.indices.randomElement(using: &random) else { return .timer }
    let id = programs[index].run.id
    if programs[index].refusesFreeze {
      programs[index].refusesFreeze = false
      return .freezeFailed(id, message: "it is being stopped")
    }
    if !programs[index].isRunning, !programs[index].wasKilled, !chance(10) {
      programs[index].isRunning = true
      return .runStarted(id)
    }
    if programs[index].isFrozen, !programs[index].wasKilled {
      if programs[index].wasTold { fail("told a program that stands still to stop") }
      return chance(10) ? .freezeFailed(id, message: "no such group") : .timer
    }
    let program = programs.remove(at: index)
    if !program.isRunning { return .launchFailed(id, message: "no such file", isPassing: false) }
    if program.wasKilled { return .runEnded(id, .signal("SIGKILL")) }
    return .runEnded(id, randomExit())
  }

  private mutating func randomExit() -> Exit {
    let exits: [Exit] = [
      .status(0), .status(0), .status(1), .status(75), .signal("SIGSEGV"), .outOfMemory, .unknown,
    ]
    return exits.randomElement(using: &random) ?? .unknown
  }

  /// The daemon is killed, or has ended, and starts again with what is on disk; some programs may have
  /// survived.
  private mutating func crash() {
    let known = Set(store.activeRuns.map(\.id))
    let survivors = Set(programs.map(\.run.id).filter { known.contains($0) && $0.text.utf8.first ?? 0 < 56 })
    programs.removeAll { !survivors.contains($0.run.id) }
    for index in programs.indices { programs[index].isRunning = true }
    inquiries = [:]
    holders.all = [:]
    holders.isDeparting = false
    asked = []
    paths.loseDaemon()
    isDiskFull = false
    isReadyToExit = false
    isGoOnDue = false
    openCalls = []
    isHeld = false
    isAwake = false
    starts += 1
    let sameBoot = Bool.random(using: &random)
    if !sameBoot {
      now.monotonic = .at(Double.random(in: 0...100, using: &random))
      now.boot = BootTime(uSec: now.monotonic.uSec)
      leases.reboot()
    }
    loseDaemon(sameBoot: sameBoot)
    var configuration = scheduler.configuration
    memory.bound(&configuration)
    leases.speak(of: &configuration)
    let heldBack = memory.start(&store, configuration)
    let runs = scheduler.tables.runs
    scheduler = Scheduler(
      configuration: configuration, seed: seed &+ starts &* 1000,
      tasks: store.tasks.values.sorted { $0.id < $1.id },
      activeRuns: store.activeRuns.sorted { $0.id.text < $1.id.text },
      declarations: store.declarations.values.sorted { $0.task < $1.task },
      uses: store.uses.values.sorted { $0.id < $1.id },
      pauses: store.pauses.values.sorted { ($0.since, $0.id) < ($1.since, $1.id) },
      ends: store.ends.values.sorted { $0.id < $1.id },
      windows: store.windows.values.sorted { $0.requirements.rawValue < $1.requirements.rawValue },
      works: store.works.values.sorted { $0.task < $1.task },
      heldBack: heldBack, nextTaskID: store.nextTaskID,
      sliceSize: sliceSize ?? Slice.usual)
    for violation in memory.startViolations(scheduler, heldBack) { fail(violation) }
    for active in scheduler.tables.runs.values {
      guard let before = runs[active.run.id], before.enforced != active.enforced else { continue }
      fail(
        "run \(active.run.id) is held to \(active.enforced) after a restart, and to \(before.enforced) before"
      )
    }
    let pending = Set(scheduler.tasks(of: nil, prefix: "").map(\.task))
    let counting = Set(store.tasksThatCount.map(\.id))
    let stored = store.tasksSeen(in: leases.bootID).filter { counting.contains($0.id) }
    let changed = pending.symmetricDifference(stored)
    if !changed.isEmpty { fail("a restart changed what is pending: \(changed)") }
    let early = earlyRegistrations()
    var ended: [RunID: ProgramEnd] = [:]
    for run in store.activeRuns.map(\.id) where !survivors.contains(run) && chance(30) {
      ended[run] = ProgramEnd(exit: randomExit(), ended: chance(50) ? now.wall : nil)
    }
    handle(
      early + [
        .conditions(reportedConditions()),
        .started(
          sameBoot: sameBoot, surviving: survivors, ended: ended,
          declared: sorts.contains(.declare) ? declared(reviving: false) : .unread),
      ])
  }

  private mutating func named(_ event: Event) -> Event {
    guard case .call(let call, let caller, _) = event else { return event }
    tokens += 1
    return .call(call, caller: caller, token: ReplyToken(tokens))
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func fail(_ message: String) {
    // Printing is slow, so it is left until somebody reads it.
    let lines = recent.map {
      "\(($0.wall - .at(0)).roundedText) \($0.events)".replacing("SchedulerCore.", with: "")
    }
    violations.append("seed \(seed): \(message)\n  " + lines.joined(separator: "\n  "))
  }
}
