import ConditionSyntax

@testable import Replay
@testable import SchedulerCore

/// A daemon with its machine over some days of virtual time, which records the machine's conditions. The
/// machine, and when it sleeps and boots, follow from the seed; programs are those of a replay.
struct RecordedLife {
  private var random: SeededGenerator
  private let tasks: DeclaredTasks
  private let rules: SchedulerConfiguration
  private let seed: UInt64
  private var core: Scheduler
  private var store = StoredState()
  private var now = Moment(wall: Records.date(0), monotonic: MonotonicTime(uSec: 3_600_000_000))
  private var armed = WakeUp()
  private var programs: [RunID: SimulatedProgram] = [:]
  private var saved: [TaskKey: TimeSpan] = [:]
  private var conditions: [ConditionField: ConditionChange] = [:]
  /// The number of boots, of times that the machine slept, and of times that a run was frozen.
  private(set) var (boots, sleeps, freezes) = (0, 0, 0)

  init(seed: UInt64, _ tasks: DeclaredTasks, _ rules: SchedulerConfiguration) {
    (self.seed, self.tasks, self.rules) = (seed, tasks, rules)
    random = SeededGenerator(seed: seed)
    core = Scheduler(configuration: rules, seed: seed)
    for _ in 0..<20 { change() }
    start(sameBoot: true)
  }

  /// All runs, also those that last.
  var runs: [Run] { Array(store.runs.values) }

  /// The record as it is exported, whose last line says that all was so up to now.
  var record: String {
    let lines = store.record + [RecordedChange(now.wall, .machine(.on))]
    return lines.reduce(into: "device,unix_time,field,value\n") { text, line in
      text += "this,\(UnixSeconds.format(line.time)),\(line.content.name),\(line.content.text ?? "")\n"
    }
  }

  // MARK: Time

  mutating func run(days: Int64) {
    let end = now.wall + .days(days)
    var (next, departure) = (now.wall + quiet(), now.wall + awake())
    while true {
      let date = min(end, next, departure)
      pass(until: date)
      if date == end { return }
      if date == departure {
        depart(before: end)
        departure = now.wall + awake()
        next = now.wall + quiet()
      } else {
        handle(.conditions(change()))
        next = now.wall + quiet()
      }
    }
  }

  /// Lets programs end and wake-ups come until a date, without those of the date itself.
  private mutating func pass(until date: WallTime) {
    while true {
      let end = programs.values.compactMap(\.end).min().map { now.wall + max($0 - now.monotonic, .zero) }
      let wakeUp = [armed.wall, armed.monotonic.map { now.wall + ($0 - now.monotonic) }]
        .compactMap { $0 }.min().map { max($0, now.wall) }
      guard let next = [end, wakeUp].compactMap({ $0 }).min(), next < date else { break }
      move(by: next - now.wall)
      if next == end { endPrograms() } else { handle(.timer) }
    }
    move(by: date - now.wall)
  }

  private mutating func move(by length: TimeSpan) {
    now.wall = now.wall + length
    now.monotonic = now.monotonic + length
  }

  private mutating func length(_ range: ClosedRange<Int64>) -> TimeSpan {
    TimeSpan(
      uSec: Int64.random(in: range.lowerBound * 1_000_000...range.upperBound * 1_000_000, using: &random))
  }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  /// The time until a condition changes: lapses, short windows and long ones.
  private mutating func quiet() -> TimeSpan {
    if chance(35) { return length(1...40) }
    return chance(50) ? length(40...900) : length(900...9000)
  }

  private mutating func awake() -> TimeSpan { length(600...30_000) }

  // MARK: The machine

  /// Changes one of the conditions.
  @discardableResult
  private mutating func change() -> [ConditionChange] {
    let change: ConditionChange =
      switch Int.random(in: 0..<10, using: &random) {
      case ..<4: .powerSource(chance(60) ? .external : chance(90) ? .battery : .unknown)
      case ..<6:
        .network([.unmetered, .unmetered, .metered, .none, .unknown].randomElement(using: &random) ?? .none)
      case ..<8: .flag(.idle, chance(95) ? chance(70) : nil)
      case ..<9: .batteryPercent(Int.random(in: 10...100, using: &random))
      default: .flag(.cpuPressure, chance(30))
      }
    conditions[change.field] = change
    return [change]
  }

  private var present: [ConditionChange] { ConditionField.allCases.compactMap { conditions[$0] } }

  /// Lets the machine sleep or boot, and be away until it comes back before a date.
  private mutating func depart(before end: WallTime) {
    let away = length(200...25_000)
    guard now.wall + away < end else { return }
    if chance(60) { sleep(away) } else { boot(after: away) }
  }

  private mutating func sleep(_ length: TimeSpan) {
    sleeps += 1
    handle(.departing(.sleep, limit: .seconds(5)))
    now.wall = now.wall + length
    let changes = (0..<3).flatMap { _ in change() }
    // Sources may be quicker than the one that tells of the sleep.
    let isHeardBefore = chance(50)
    if isHeardBefore { handle(.conditions(changes)) }
    handle(.resumed)
    handle(.departureOver(.sleep))
    guard !isHeardBefore else { return }
    pass(until: now.wall + TimeSpan(uSec: Int64.random(in: 1...500_000, using: &random)))
    handle(.conditions(changes))
  }

  private mutating func boot(after length: TimeSpan) {
    handle(.departing(.shutdown, limit: .seconds(5)))
    handle(.shutdown)
    programs = [:]
    now.wall = now.wall + length
    now.monotonic = MonotonicTime(uSec: self.length(5...190).uSec)
    for _ in 0..<4 { change() }
    start(sameBoot: false)
  }

  private mutating func start(sameBoot: Bool) {
    boots += 1
    armed = WakeUp()
    core = store.scheduler(rules, seed: seed &* 1000 &+ UInt64(boots))
    handle(.zoneChanged(tasks.zone))
    handle(.conditions(present))
    handle(
      .started(sameBoot: sameBoot, surviving: [], ended: [:], declared: tasks.set))
  }

  // MARK: Events

  private mutating func handle(_ event: Event) {
    var events = [event]
    while let event = events.first {
      events.removeFirst()
      let decision = core.handle(event, at: now)
      core.commit()
      for change in decision.changes { store.apply(change) }
      for directive in decision.directives { carryOut(directive, &events) }
    }
  }

  private mutating func carryOut(_ directive: Directive, _ events: inout [Event]) {
    switch directive {
    case .launch(let launch):
      let request = launch.task.request
      programs[launch.run.id] = SimulatedProgram(
        length: request.expectedDuration ?? min(.minutes(1), TimeSpan(uSec: launch.limit.uSec / 2)),
        saved: saved[launch.run.key, default: .zero],
        step: request.canResume == true ? TimeSpan(uSec: 1) : nil,
        at: now.monotonic)
      events.append(.runStarted(launch.run.id))
    case .expire(let run, _, _), .kill(let run):
      guard programs[run] != nil else { break }
      programs[run]?.stop(at: now.monotonic)
      events.append(.runEnded(run, .signal("SIGTERM")))
    case .freeze(let run):
      freezes += 1
      programs[run]?.freeze(at: now.monotonic)
    case .thaw(let run): programs[run]?.thaw(at: now.monotonic)
    case .arm(let wakeUp): armed = wakeUp
    case .goOn: events.append(.goOn)
    case .report(.ended(let run, _)):
      guard var program = programs.removeValue(forKey: run.id) else { break }
      program.stop(at: now.monotonic)
      saved[run.key] = run.hasSucceeded ? nil : program.kept
    default: break
    }
  }

  private mutating func endPrograms() {
    let ended = programs.filter { $0.value.end.map { $0 <= now.monotonic } ?? false }
    for run in ended.keys.sorted(by: { $0.text < $1.text }) {
      programs[run]?.stop(at: now.monotonic)
      handle(.runEnded(run, .status(0)))
    }
  }
}

extension RecordedLife {
  /// Returns the rules of a daemon, with and without settling and lapses.
  static func rules(_ seed: UInt64) -> SchedulerConfiguration {
    var rules = SchedulerConfiguration()
    rules.recordsConditions = true
    rules.programsAreUnits = true
    if seed % 3 == 1 { rules.settling = .zero }
    if seed % 4 == 1 { rules.lapse = .zero }
    if seed % 2 == 0 { rules.maximumConcurrentRuns = 2 }
    return rules
  }

  /// Returns tasks of several kinds, patient and eager, with dates of all sorts.
  static func tasks() throws -> DeclaredTasks {
    let retry = Retry(initial: .minutes(2), maximum: .hours(1), maximumAttempts: 20)
    let calendar = CalendarSchedule(
      [try CalendarSyntax.parse("*-*-* 01/3:17:00")], randomizedDelay: .minutes(20))
    let wish = ConditionWish(
      when: try ConditionSyntax.parse("external-power for 5min or idle for 10min"),
      whileRunning: try ConditionSyntax.parse("external-power or idle"), relaxations: [])
    var requests = [
      TaskRequest(
        identifier: "backup", kind: .processing, requirements: [.externalPower, .unmeteredNetwork],
        runtimeLimit: .hours(2), repeatEvery: .hours(8), retry: retry, expectedDuration: .minutes(40)),
      TaskRequest(
        identifier: "index", kind: .processing, requirements: .externalPower, runtimeLimit: .hours(3),
        repeatEvery: .hours(4), retry: retry, expectedDuration: .hours(1), canResume: true),
      TaskRequest(
        identifier: "calendar", kind: .processing, requirements: .externalPower, requiresIdle: false,
        runtimeLimit: .minutes(30), retry: retry, calendar: calendar, judgement: .patient,
        expectedDuration: .minutes(9)),
      TaskRequest(
        identifier: "eager", kind: .processing, requirements: [.externalPower], requiresIdle: false,
        runtimeLimit: .hours(1), repeatEvery: .hours(2), retry: retry, freezeLimit: .seconds(20),
        judgement: .eager, expectedDuration: .minutes(15)),
      TaskRequest(
        identifier: "mail", kind: .refresh, requirements: .network, repeatEvery: .minutes(20),
        tolerance: .minutes(5), expectedDuration: .seconds(12)),
      TaskRequest(
        identifier: "words", kind: .processing, requiresIdle: false, repeatEvery: .hours(3), retry: retry,
        wish: wish, expectedDuration: .minutes(8)),
    ]
    requests[1].overdueAfter = .hours(9)
    var declarations = requests.map {
      Declaration(file: "\($0.identifier).task", uid: 1000, request: $0, payload: Array($0.identifier.utf8))
    }
    declarations[0].deadlineDelay = .hours(5)
    declarations[2].deadlineDelay = .hours(1)
    return DeclaredTasks(DeclarationSet(declarations), zone: .utc)
  }
}
