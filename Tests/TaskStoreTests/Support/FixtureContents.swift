import ConditionSyntax
import SchedulerCore
import TaskStore

/// What every fixture holds. It never changes: files that were written with it are kept for ever.
enum FixtureContents {
  static let bootID = "0a1b2c3d"
  static let payloads: [TaskID: [UInt8]] = [
    TaskID(1): Array("{\"identifier\":\"org.example.backup\"}".utf8), TaskID(3): [],
  ]
  /// As the store says it.
  static let storedPayloads: [TaskID: Result<[UInt8], PayloadProblem>] = [
    TaskID(1): .success(payloads[TaskID(1)] ?? []), TaskID(2): .failure(.missing), TaskID(3): .success([]),
  ]
  static let output = RunOutput(bytes: Array("tar: done\n".utf8), isTruncated: true)

  /// What the file of this version holds. Files of earlier ones say nothing of what came later.
  static func tasks(ofVersion version: Int) -> [ScheduledTask] {
    var tasks = firstTasks
    tasks[0].payloadBytes = 35
    guard version >= 3 else { return tasks }
    tasks[0].request.preventsSleep = true
    tasks[0].request.sleepsThrough = false
    tasks[0].excusedAttempts = 1
    tasks[0].request.freezeLimit = .minutes(5)
    guard version >= 6 else { return tasks }
    let battery = ConditionExpression(.leaf(ConditionLeaf(.battery(.atLeast, 60), for: .minutes(10))))
    let home = ConditionExpression(
      .any([
        .leaf(ConditionLeaf(.named(.network, "Zuhause \"oben\""))), .not(.leaf(ConditionLeaf(.plain(.hot)))),
      ]))
    tasks[0].request.wish = ConditionWish(
      when: battery, whileRunning: home,
      relaxations: [Relaxation(after: .days(1), without: ["battery", "idle"])])
    tasks[0].request.unknownConditions = .wait
    tasks[0].waitsForUnknown = true
    guard version >= 7 else { return tasks }
    tasks[0].request.overdueAfter = .days(8)
    tasks[0].withoutSuccessSince = WallTime(uSec: 1_699_000_000_000_000)
    tasks[0].lacksSuccess = true
    guard version >= 8 else { return tasks }
    tasks[0].request.calendar = CalendarSchedule(
      ["Mon..Fri 03:00 UTC", "*-*~1"].compactMap { try? CalendarSyntax.parse($0) }, randomizedDelay: .hours(1)
    )
    guard version >= 9 else { return tasks }
    tasks[0].request.actions[.failure] = TaskAction("/usr/bin/mail 'root'")
    tasks[0].request.actions[.overdue] = TaskAction("org.example.feed")
    tasks[0].program = "/bin/größer"
    tasks[0].cause = ActionCause(trigger: .success, chain: ["a", "b"], runID: runs(ofVersion: 1)[1].id)
    tasks[0].calledFor = WallTime(uSec: 1_700_000_300_000_000)
    guard version >= 11 else { return tasks }
    tasks[0].request.order = TaskOrder(
      group: "größer", predecessors: [Predecessor("a"), Predecessor("b", mustSucceed: false)],
      repeats: true)
    tasks[0].served = 2
    guard version >= 12 else { return tasks }
    tasks[0].request.pathTrigger = PathTrigger(
      ["/srv/größer", "/etc/a b"], quiet: .seconds(7), atLatest: .minutes(2))
    tasks[0].paths = PathRecord(since: WallTime(uSec: 1_699_999_999_500_000))
    guard version >= 14 else { return tasks }
    tasks[1].request.transfer = TransferRule(
      host: "example.org:443", priority: .high, isDiscretionary: true, session: "org.example.größe")
    guard version >= 15 else { return tasks }
    tasks[0].request.calendar = tasks[0].request.calendar.map { calendar in
      CalendarSchedule(
        calendar.texts.compactMap { try? CalendarSyntax.parse($0) },
        randomizedDelay: calendar.randomizedDelay, clockChange: .once)
    }
    guard version >= 16 else { return tasks }
    tasks[0].request.pathTrigger?.ownChanges = .ignore
    tasks[0].paths = PathRecord(
      since: WallTime(uSec: 1_699_999_999_500_000), digest: -5, before: 7, runs: 3)
    guard version >= 17 else { return tasks }
    tasks[0].endsBefore = 7
    guard version >= 19 else { return tasks }
    tasks[0].request.judgement = .patient
    tasks[0].request.expectedDuration = .minutes(7)
    tasks[0].request.canResume = true
    tasks[0].request.checkpointFile = "/srv/größer"
    tasks[0].usualLength = .minutes(8)
    tasks[0].resumes = true
    guard version >= 20 else { return tasks }
    tasks[0].lease = Lease(until: BootTime(uSec: 86_400_000_001), boot: BootID(value: -7))
    guard version >= 21 else { return tasks }
    tasks[0].notBefore = WallTime(uSec: 1_700_000_200_000_000)
    guard version >= 22 else { return tasks }
    tasks[0].waitsSince = WallTime(uSec: 1_699_999_000_000_000)
    guard version >= 23 else { return tasks }
    tasks[0].turnCame = WallTime(uSec: 1_699_999_500_000_000)
    return tasks
  }

  private static let firstTasks: [ScheduledTask] = [
    ScheduledTask(
      id: TaskID(1), uid: 1000,
      request: TaskRequest(
        identifier: "org.example.backup", kind: .processing, target: .command,
        earliestBegin: WallTime(uSec: 1_700_000_000_000_000), deadline: WallTime(uSec: 1_800_000_000_000_000),
        onDeadline: .run, requirements: [.externalPower, .network], requiresIdle: false,
        runtimeLimit: .hours(2), repeatEvery: .hours(24), tolerance: .minutes(10),
        retry: Retry(backoff: .linear, initial: .seconds(7), maximum: .minutes(9), maximumAttempts: 4),
        onConflict: .keep, strategy: .fail),
      requirements: [.externalPower, .network, .noLowPowerMode],
      submitted: WallTime(uSec: 1_699_999_999_000_000), attempt: 2,
      retryNotBefore: WallTime(uSec: 1_700_000_100_000_000), recurrence: 5, isOverdue: true,
      runID: RunID("000102030405060708090a0b0c0d0e0f")),
    ScheduledTask(
      id: TaskID(3), uid: 0, request: TaskRequest(identifier: "org.example.feed", kind: .refresh),
      requirements: [], submitted: WallTime(uSec: 1)),
  ]

  /// The first lasts.
  static func runs(ofVersion version: Int) -> [Run] {
    var active = Run(
      id: RunID("000102030405060708090a0b0c0d0e0f"), taskID: TaskID(1), uid: 1000,
      identifier: "org.example.backup", kind: .processing, attempt: 2,
      started: WallTime(uSec: 1_700_000_200_000_000))
    active.progress = Progress(
      completedUnitCount: 3, totalUnitCount: 10, title: "Backup", subtitle: "größer")
    var ended = Run(
      id: RunID("ffffffffffffffffffffffffffffffff"), taskID: TaskID(2), uid: 0,
      identifier: "org.example.gone",
      kind: .continued, attempt: 1, started: WallTime(uSec: 5))
    ended.ended = WallTime(uSec: 9)
    ended.outcome = .killed
    ended.success = false
    ended.exitStatus = -1
    ended.signal = "SIGKILL"
    ended.stopReason = Reason(
      code: .externalPower, message: "power was lost", required: "external", observed: "battery",
      since: WallTime(uSec: 7))
    guard version >= 13 else { return [active, ended] }
    active.wait = RunWait(since: WallTime(uSec: 1_700_000_000_000_000), reason: .externalPower)
    ended.wait = RunWait(since: WallTime(uSec: 1), reason: nil)
    guard version >= 14 else { return [active, ended] }
    active.milestones.started = .milliseconds(12)
    active.milestones.registered = .zero
    ended.milestones.connected = TimeSpan(uSec: 1)
    ended.milestones.delivered = .seconds(3)
    ended.milestones.handled = .seconds(4)
    ended.milestones.usual = .seconds(1)
    guard version >= 23 else { return [active, ended] }
    active.isByHand = true
    return [active, ended]
  }

  /// In files of version 2 and later.
  static let declarations = [
    DeclarationRecord(
      task: TaskID(3), uid: 0, identifier: "org.example.feed",
      file: "/etc/bgtaskd/tasks.d/org.example.feed.task",
      digest: .min, timing: .max),
    DeclarationRecord(
      task: TaskID(7), uid: 1000, identifier: "org.example.once",
      file: "/usr/lib/bgtaskd/tasks.d/größer.task",
      digest: -1, timing: 0, state: .finished),
  ]

  /// In files of version 10 and later.
  static let pauses = [
    Pause(PauseScope(uid: nil, kind: .refresh), since: WallTime(uSec: 1), author: 0),
    Pause(
      PauseScope(uid: 1000, identifiers: "org.größer.*"), since: WallTime(uSec: 1_700_000_000_000_000),
      until: WallTime(uSec: 1_800_000_000_000_000), author: 1000),
  ]

  /// In files of version 18 and later. The order of fields and values is part of the file's format.
  static let record = [
    RecordedChange(WallTime(uSec: 1_700_000_000_000_000), .machine(.on)),
    RecordedChange(WallTime(uSec: 1_700_000_000_000_000), .condition(.powerSource, .powerSource(.battery))),
    RecordedChange(WallTime(uSec: 1_700_000_000_000_000), .condition(.network, .network(.unmetered))),
    RecordedChange(
      WallTime(uSec: 1_700_000_000_000_000), .condition(.bluetoothDevices, .names(["a", "größer"]))),
    RecordedChange(WallTime(uSec: 1_700_000_001_000_000), .condition(.batteryPercent, .percent(57))),
    RecordedChange(WallTime(uSec: 1_700_000_002_000_000), .machine(.asleep)),
    RecordedChange(WallTime(uSec: 1_699_000_000_000_000), .condition(.lidClosed, .flag(true))),
    RecordedChange(WallTime(uSec: 1_699_000_000_000_001), .condition(.idle, .flag(nil))),
  ]

  static let ends = [
    EndRecord(id: 3, key: TaskKey(uid: 1000, identifier: "größer"), ended: 9, succeeded: 7)
  ]

  /// In files of version 19 and later.
  static let windows: [WindowRecord] = {
    var record = WindowRecord(
      requirements: [.externalPower, .idle], countedTo: WallTime(uSec: 1_700_000_000_000_000))
    (record.count, record.sum, record.span) = (12, 9_500_000, .hours(70))
    return [record]
  }()

  /// In files of version 19 and later.
  static let works = [
    WorkRecord(
      task: TaskID(4), key: TaskKey(uid: 1000, identifier: "größer"), usualLength: .minutes(9),
      resumes: true)
  ]

  static func write(to store: TaskStore) async throws {
    let tasks = tasks(ofVersion: .max)
    let runs = runs(ofVersion: .max)
    try store.setBootID(bootID)
    let others: [StoreChange] =
      pauses.map { .putPause($0) } + ends.map { .putEnd($0) } + windows.map { .putWindows($0) }
      + works.map { .putWork($0) } + record.map { .record($0) }
    try await store.write(
      [.putTask(tasks[0], payload: payloads[TaskID(1)]), .putTask(tasks[1], payload: nil)]
        + runs.map { .putRun($0) } + declarations.map { .putDeclaration($0) } + others,
      outputs: [(runs[1].id, output)]
    )
  }
}
