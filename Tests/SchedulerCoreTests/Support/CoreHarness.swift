import Testing

@testable import SchedulerCore

/// A scheduler with clocks that a test moves by hand. A test is a table: at a moment an event gives a whole
/// list of directives, in the words of ``Notation``. After every row the store's changes are replayed into a
/// model, which must then hold what the scheduler holds.
struct CoreHarness {
  private(set) var scheduler: Scheduler
  private(set) var store: StoreModel
  private(set) var notation = Notation()
  private var tokens: UInt64 = 0
  /// How far the wall clock is from where it would be if it had never been set and the machine never
  /// suspended.
  private var wallStep = TimeSpan.zero
  /// How long the machine has been suspended.
  private var suspended = TimeSpan.zero

  /// Unlike the daemon's defaults nothing settles, so that rules which have nothing to do with settling show
  /// alone.
  init(
    configuration: SchedulerConfiguration = .plain, holding store: StoreModel = StoreModel(),
    conditions: [ConditionChange] = [], isStarted: Bool = true, sliceSize: Int = Slice.usual
  ) {
    self.store = store
    scheduler = Scheduler(
      // Another start is another seed, as in the daemon.
      configuration: configuration, seed: UInt64(store.runs.count), tasks: store.tasks.values.shuffled(),
      activeRuns: store.activeRuns, declarations: store.declarations.values.shuffled(),
      uses: store.uses.values.shuffled(), pauses: store.pauses.values.shuffled(),
      ends: store.ends.values.shuffled(), windows: store.windows.values.shuffled(),
      works: store.works.values.shuffled(),
      nextTaskID: store.nextTaskID, lastRecorded: store.record.last, sliceSize: sliceSize)
    guard isStarted else { return }
    start(at: 0, with: conditions)
  }

  /// What the daemon begins with.
  @discardableResult
  mutating func start(
    at seconds: Double, with conditions: [ConditionChange] = [], sameBoot: Bool = true,
    surviving: Set<RunID> = [], ended: [RunID: ProgramEnd] = [:]
  ) -> [String] {
    take(.conditions(conditions), at: seconds)
    return take(.started(sameBoot: sameBoot, surviving: surviving, ended: ended), at: seconds)
  }

  /// A row that shows the start.
  mutating func starts(
    at seconds: Double, with conditions: [ConditionChange] = [], sameBoot: Bool = true,
    surviving: Set<RunID> = [], ended: [RunID: ProgramEnd] = [:], gives expected: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    take(.conditions(conditions), at: seconds)
    let event = Event.started(sameBoot: sameBoot, surviving: surviving, ended: ended)
    at(seconds, event, gives: expected, sourceLocation: sourceLocation)
  }

  /// The daemon died at once and is started again; what it stored is all that is left.
  func restarted(_ configuration: SchedulerConfiguration? = nil) -> CoreHarness {
    var next = CoreHarness(
      configuration: configuration ?? scheduler.configuration, holding: store, isStarted: false)
    next.notation = notation
    next.wallStep = wallStep
    next.suspended = suspended
    return next
  }

  /// One row of the table, whose lines may stand in the order in which things come about.
  mutating func at(
    _ seconds: Double, _ event: Event, gives expected: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = take(event, at: seconds)
    #expect(found == expected.changes + expected.directives, sourceLocation: sourceLocation)
    for violation in Invariants.violations(of: scheduler, store, at: moment(seconds)) {
      Issue.record("\(violation)", sourceLocation: sourceLocation)
    }
  }

  /// A row that only leads up to what is shown.
  @discardableResult
  mutating func take(_ event: Event, at seconds: Double) -> [String] {
    notation.lines(decision(on: event, at: seconds))
  }

  /// The disk has this room for what is requested next.
  mutating func take(_ room: StateRoom?) { scheduler.take(room) }

  /// The directives themselves.
  mutating func directives(_ event: Event, at seconds: Double) -> [Directive] {
    decision(on: event, at: seconds).directives
  }

  /// The decision itself.
  mutating func decision(on event: Event, at seconds: Double) -> Decision {
    var event = event
    if case .call(let call, let caller, _) = event {
      tokens += 1
      event = .call(call, caller: caller, token: ReplyToken(tokens))
    }
    let decision = scheduler.handle(event, at: moment(seconds))
    for change in decision.changes { store.apply(change) }
    scheduler.commit()
    return decision
  }

  /// Handles an event and takes it back, as when the disk is full.
  mutating func fail(_ event: Event, at seconds: Double) {
    _ = scheduler.handle(event, at: moment(seconds))
    scheduler.rollBack()
  }

  /// Suspends the machine, which only the monotonic clock does not count.
  mutating func suspend(for seconds: Double) {
    stepWall(by: seconds)
    suspended = suspended + .of(seconds)
  }

  /// Sets the wall clock, or suspends the machine, which is the same for tasks without a lease.
  mutating func stepWall(by seconds: Double) { wallStep = wallStep + .of(seconds) }

  /// All clocks, so many seconds after the test's beginning by the monotonic one.
  func moment(_ seconds: Double) -> Moment {
    Moment(wall: .at(seconds) + wallStep, monotonic: .at(seconds), boot: .at(seconds) + suspended)
  }

  /// The run that was named `#number`, in the order in which runs turned up.
  func run(_ number: Int) -> RunID { notation.runs[number - 1] }

  /// The application's process that was named `p` and this number.
  func process(_ number: Int) -> RunID { notation.processes[number - 1] }

  /// The question that was asked as this one.
  func check(_ number: Int) -> RunID { notation.checks[number - 1] }

  /// The look at paths that was this one.
  func look(_ number: Int) -> RunID { notation.looks[number - 1] }

  /// The registration that was named `r` and this number.
  func registration(_ number: Int) -> String { notation.registrations[number - 1] }

  /// Why a task does not run, by the codes.
  func reasons(_ identifier: String, uid: UInt32 = 1000, at seconds: Double) -> [String] {
    explanation(identifier, uid: uid, at: seconds)?.reasons.map(\.code.rawValue) ?? ["no such task"]
  }

  func explanation(_ identifier: String, uid: UInt32 = 1000, at seconds: Double) -> Explanation? {
    scheduler.explain(identifier, of: uid, at: moment(seconds))
  }
}

extension CoreHarness {
  /// A program of the user that handles this on connection 1.
  static func connected(
    _ identifiers: String..., configuration: SchedulerConfiguration = .served,
    conditions: [ConditionChange] = []
  ) -> CoreHarness {
    var core = CoreHarness(configuration: configuration, conditions: conditions)
    let request = RegistrationRequest(connection: ConnectionID(1), application: "", identifiers: identifiers)
    core.take(.call(.register(request)), at: 0)
    return core
  }

  /// A run of it is with the program on connection 1 since moment 0.
  static func delivered(
    _ request: TaskRequest, configuration: SchedulerConfiguration = .served,
    conditions: [ConditionChange] = []
  ) -> CoreHarness {
    var core = connected(request.identifier, configuration: configuration, conditions: conditions)
    core.take(.submit(request), at: 0)
    core.take(.runStarted(core.run(1)), at: 0)
    return core
  }

  /// A run of it is with a process that bgtaskd started, on connection 1, since moment 0.
  static func started(
    _ request: TaskRequest, configuration: SchedulerConfiguration = .served
  ) -> CoreHarness {
    var core = CoreHarness(configuration: configuration)
    core.take(.submit(request), at: 0)
    core.take(.runStarted(core.process(1)), at: 0)
    core.take(.register(request.identifier, on: 1, process: core.process(1)), at: 0)
    core.take(.runStarted(core.run(1)), at: 0)
    return core
  }
}
