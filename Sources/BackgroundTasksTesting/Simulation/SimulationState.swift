import BackgroundTasks
import SchedulerAPI
import SchedulerCore

/// The state of a simulation. No code in here waits or calls the application: deliveries to the application
/// gather in the outbox.
struct SimulationState {
  typealias Decision = SimulatedScheduler.Decision

  let rules: SchedulerConfiguration
  private var seed: UInt64
  private(set) var core: Scheduler
  var clock: VirtualClock
  private(set) var store = SimulatedStore()
  private(set) var conditions: SimulatedScheduler.Conditions
  private(set) var timeZone = TimeZone.gmt
  private var zone = ZoneRules.utc
  private(set) var log: [Decision] = []
  /// The deliveries that wait for the application, in order.
  var outbox: [Delivery] = []
  /// The work that the application was given and has not ended.
  var works: [RunID: Work] = [:]
  /// The number of the application's calls that are under way, with answers that it gets later.
  var openCalls = 0
  private(set) var processes: [ConnectionID: SimulatedProcess] = [:]
  private var lastConnection: UInt64 = 0
  /// The assertions of processes, each by a connection of its own.
  var assertions: [ConnectionID: HeldTime] = [:]
  private var armed = WakeUp()
  /// The number of calls of each handler since time last moved.
  var launchesOfMoment: [String: Int] = [:]
  private var watchers: [UInt64: @Sendable (SchedulerMethod.Watch.Reply) -> Void] = [:]
  private var lastWatcher: UInt64 = 0
  var isDriven = false
  var waiter: Waiter?
  var lastWaiter: UInt64 = 0

  /// The simulated user.
  static let caller = Caller(uid: 1000, isPrivileged: false)

  init(
    rules: SchedulerConfiguration, seed: UInt64, start: Date, conditions: SimulatedScheduler.Conditions
  ) {
    self.rules = rules
    self.seed = seed
    self.conditions = conditions
    clock = VirtualClock(start: start)
    core = Scheduler(configuration: rules, seed: seed)
    begin(sameBoot: true)
  }

  var now: Date { Date(clock.moment.wall) }

  // MARK: Events

  /// Lets the core decide about an event, and takes in its decision.
  @discardableResult
  mutating func handle(_ event: Event) -> Reply? {
    let decision = core.handle(event, at: clock.moment)
    core.commit()
    var reply: Reply?
    var asked: [CheckRequest] = []
    var dropped: [ConnectionID] = []
    var goesOn = false
    for change in decision.changes { store.apply(change) }
    for directive in decision.directives {
      switch directive {
      case .reply(_, let answer): reply = answer
      case .deliver(let launch, let connection): outbox.append(.launch(launch, connection))
      case .warn(let run, let connection, let reason, let grace):
        outbox.append(.expire(run, connection, Wire.Reason(reason), grace: grace))
      case .start(let start): outbox.append(.start(start.process))
      // Runs have no programs of their own here: this is a process of the application, which obeys at once.
      case .expire(let process, _, _), .kill(let process): outbox.append(.end(process))
      // Only transfers have a program here: a simulation accepts no commands.
      case .launch(let launch): outbox.append(.transfer(launch))
      case .look(let look):
        preconditionFailure("\(look.paths) are waited for, which no request of an application can ask")
      case .check(let request): asked.append(request)
      case .arm(let wakeUp): armed = wakeUp
      case .report(let occurrence): report(occurrence)
      case .warnAssertion(let connection, let reason, let grace):
        tellHolder(
          connection,
          .init(remainingDurationUSec: 0, graceDurationUSec: grace.uSec, reason: Wire.Reason(reason)))
      case .relieveAssertion(let connection, let remaining, let grace):
        tellHolder(connection, .init(remainingDurationUSec: remaining?.uSec, graceDurationUSec: grace.uSec))
      case .dropAssertion(let connection): dropped.append(connection)
      case .goOn: goesOn = true
      case .answer, .unwatch, .guardLease, .freeze, .thaw, .readyToExit, .releaseDelay, .preventSleep: break
      }
    }
    for connection in dropped { dropAssertion(connection) }
    for request in asked { handle(.checked(request.id, conditions.finding(of: request.check))) }
    let later = goesOn ? handle(.goOn) : nil
    return reply ?? later
  }

  private mutating func report(_ occurrence: Occurrence) {
    if case .ended(let run, _) = occurrence {
      works[run.id]?.hasEnded = true
      tidy(run.id)
    }
    if let decision = Decision(occurrence, at: now) { log.append(decision) }
    tellWatchers(Report(occurrence))
  }

  // MARK: Those who watch

  private func tellWatchers(_ report: Report) {
    guard !watchers.isEmpty else { return }
    let news = SchedulerMethod.Watch.Reply(report, timeUSec: clock.moment.wall.uSec) { snapshot, reason in
      Wire.Task(snapshot, reason: reason)
    }
    if let news { for tell in watchers.values { tell(news) } }
  }

  /// Adds a function that is told the reports.
  /// - Returns: The number by which it is forgotten.
  mutating func watch(_ tell: @escaping @Sendable (SchedulerMethod.Watch.Reply) -> Void) -> UInt64 {
    lastWatcher += 1
    watchers[lastWatcher] = tell
    return lastWatcher
  }

  mutating func forget(watcher: UInt64) { watchers[watcher] = nil }

  /// Logs an event that no scheduler reports.
  mutating func note(_ event: Decision.Event, _ line: String) {
    log.append(Decision(now, event, line: line))
  }

  mutating func noteRefusal(of identifier: String, _ message: String) {
    note(.refused(identifier: identifier, message: message), "\(identifier): refused: \(message)")
  }

  /// Handles a call of the application.
  mutating func call(_ call: Call) throws -> Reply {
    let reply = handle(.call(call, caller: Self.caller, token: ReplyToken(0)))
    switch reply {
    case .failed(let error)?: throw SchedulerInterfaceError(error)
    case let reply?: return reply
    case nil: preconditionFailure("every call is answered at once")
    }
  }

  // MARK: The machine

  private mutating func begin(sameBoot: Bool) {
    handle(.zoneChanged(zone))
    handle(.conditions(conditions.changes))
    handle(.started(sameBoot: sameBoot, surviving: [], ended: [:], declared: .unread))
  }

  /// - Parameter atOnce: Whether the change counts as if it had lasted, without settling.
  mutating func setConditions(_ conditions: SimulatedScheduler.Conditions, atOnce: Bool) {
    self.conditions = conditions
    guard atOnce else {
      handle(.conditions(conditions.changes))
      return
    }
    var impatient = rules
    impatient.settling = .zero
    handle(.configurationChanged(impatient))
    handle(.conditions(conditions.changes))
    handle(.configurationChanged(rules))
  }

  mutating func setTimeZone(_ timeZone: TimeZone) {
    self.timeZone = timeZone
    zone = ZoneRules(timeZone, from: now)
    handle(.zoneChanged(zone))
  }

  /// Replaces the scheduler by one that knows what was stored; processes come back to it.
  /// - Parameter working: The runs on which processes still work.
  mutating func restart(working: [ConnectionID: [String]]) {
    note(.restarted(reboot: false), "The scheduler restarted.")
    renew()
    for connection in processes.keys.sorted() {
      guard var process = processes[connection], !process.identifiers.isEmpty else { continue }
      let reply = try? call(
        .register(
          RegistrationRequest(
            connection: connection, application: "", identifiers: process.identifiers,
            runs: (working[connection] ?? []).map { RunID($0) })))
      process.registration = reply.flatMap(Self.registrationName)
      processes[connection] = process
      say(process.applicationState, connection)
    }
    begin(sameBoot: true)
  }

  /// Boots the machine after some time, with nothing left but the store.
  mutating func reboot(downtime: TimeSpan) {
    clock.sleep(downtime)
    note(.restarted(reboot: true), "The machine was booted.")
    processes = [:]
    works = [:]
    renew()
    begin(sameBoot: false)
  }

  private mutating func renew() {
    seed &+= 1
    outbox = assertions.sorted { $0.key < $1.key }.map { held in
      .tell { held.value.tell(.ended(Self.connectionIsClosed)) }
    }
    assertions = [:]
    armed = WakeUp()
    core = store.state.scheduler(rules, seed: seed)
  }

  /// The time until the next wake-up; nil when none is armed.
  var timeUntilWakeUp: TimeSpan? { clock.time(until: armed) }

  /// Lets time pass up to a wake-up or to the end of the time that the test asked for.
  mutating func pass(_ length: TimeSpan) {
    clock.pass(length)
    guard length > .zero else { return }
    timeMoved()
  }

  mutating func timeMoved() {
    launchesOfMoment = [:]
    for run in works.keys { works[run]?.hasAsked = false }
  }

  // MARK: Debugging

  func explain(_ identifier: String) -> Explanation? {
    core.explain(identifier, of: Self.caller.uid, at: clock.moment)
  }

  /// Returns the expressions of a task's request.
  func expressions(of identifier: String) -> [ConditionExpression] {
    let tasks = core.tasks(of: Self.caller.uid, prefix: identifier)
    let wish = tasks.first { $0.task.request.identifier == identifier }?.task.request.wish
    return [wish?.when, wish?.whileRunning].compactMap(\.self)
  }

  /// - Parameter reason: The reason that the application is told; nil is the core's.
  mutating func simulateExpiration(_ identifier: String, _ reason: BGTaskReason?) throws {
    let before = outbox.count
    _ = try call(.simulateExpiration(identifier: identifier))
    guard let reason else { return }
    for index in before..<outbox.count {
      if case .expire(let run, let connection, _, let grace) = outbox[index] {
        outbox[index] = .expire(run, connection, Wire.Reason(reason), grace: grace)
      }
    }
  }

  // MARK: Processes

  mutating func nextConnection() -> ConnectionID {
    lastConnection += 1
    return ConnectionID(lastConnection)
  }

  mutating func connect(_ delegate: any SchedulerDelegate, launch: RunID?) -> ConnectionID {
    let connection = nextConnection()
    processes[connection] = SimulatedProcess(delegate: delegate, launch: launch)
    return connection
  }

  mutating func register(_ identifier: String, on connection: ConnectionID) throws {
    guard var process = processes[connection] else { throw Self.processIsGone }
    _ = try Wire.checked(handled: identifier)
    if process.identifiers.contains(identifier) { return }
    if let registration = process.registration {
      _ = try call(.addIdentifiers([identifier], registration: registration))
    } else {
      let reply = try call(
        .register(
          RegistrationRequest(
            connection: connection, application: "", identifiers: [identifier], process: process.launch)))
      process.registration = Self.registrationName(reply)
    }
    process.identifiers.append(identifier)
    processes[connection] = process
  }

  private static func registrationName(_ reply: Reply) -> String? {
    if case .registered(let name, _) = reply { name } else { nil }
  }

  mutating func setApplicationState(_ state: Wire.ApplicationState, on connection: ConnectionID) {
    guard processes[connection] != nil else { return }
    processes[connection]?.applicationState = state
    say(state, connection)
  }

  private mutating func say(_ state: Wire.ApplicationState, _ connection: ConnectionID) {
    guard let application = rules.applications.first else { return }
    _ = try? call(.setApplicationState(state, application: application.name, connection: connection))
  }

  /// Removes a process that is gone, and with it its work.
  mutating func disconnect(_ connection: ConnectionID) {
    guard let process = processes.removeValue(forKey: connection) else { return }
    works = works.filter { $0.value.connection != connection }
    if process.launch != nil || process.registration != nil {
      note(.applicationEnded, "A process of the application ended.")
    }
    handle(.disconnected(connection))
    endAssertions(of: connection)
  }

  static let processIsGone = SchedulerInterfaceError.unavailable(
    message: "the calling process of the application has ended in the simulation; call from the new process")

  // MARK: Work

  mutating func handlerReturned(_ run: RunID) {
    works[run]?.hasReturned = true
    tidy(run)
  }

  mutating func expirationHandled(_ run: RunID) {
    works[run]?.expiration = .handled
    tidy(run)
  }

  /// Forgets work that is over.
  private mutating func tidy(_ run: RunID) {
    guard let work = works[run], work.isSettled(.completion) else { return }
    works[run] = nil
  }
}

/// A process of the simulated application: its connection to the scheduler, and what it said there.
struct SimulatedProcess {
  /// The receiver of the process's runs.
  weak var delegate: (any SchedulerDelegate)?
  /// The launch for which the process was started; nil for the test's own process.
  let launch: RunID?
  /// The registered identifiers, in the order of their registration.
  var identifiers: [String] = []
  /// The name of its registration; nil before the first.
  var registration: String?
  var applicationState = Wire.ApplicationState.background
}
