import SchedulerAPI
import SchedulerCore
import Testing
import Varlink

struct ReplyTranslationTests {
  private let reason = Reason(
    code: .externalPower, message: "on battery", required: "external", observed: "battery",
    since: WallTime(uSec: 5))

  private func run() -> Run {
    Run(
      id: RunID("0123456789abcdef0123456789abcdef"), taskID: TaskID(1), uid: 1000, identifier: "a",
      kind: .refresh, attempt: 2, started: WallTime(uSec: 10))
  }

  @Test("A task shows its request with the dates and the idleness that the scheduler goes by")
  func task() throws {
    var request = Samples.request
    request.earliestBeginUSec = 1
    request.deadlineUSec = 2
    request.title = "Backup"
    var task = ScheduledTask(
      id: TaskID(7), uid: 1000, request: try request.submission().request, requirements: [.idle],
      submitted: WallTime(uSec: 3), attempt: 4)
    task.request.earliestBegin = WallTime(uSec: 100)
    task.request.deadline = nil
    let waiting = Wire.Task(
      TaskSnapshot(task: task, state: .waiting), request: request, reason: reason)
    request.earliestBeginUSec = 100
    request.deadlineUSec = nil
    request.requiresIdle = true
    #expect(
      waiting
        == Wire.Task(
          request: request, uid: 1000, state: .waiting, submittedUSec: 3, attempt: 4, runId: nil,
          progress: nil,
          reason: Wire.Reason(
            code: "externalPower", message: "on battery", required: "external", observed: "battery",
            sinceUSec: 5)))
    var run = run()
    run.progress = Progress(completedUnitCount: 1, totalUnitCount: 2, title: "t", subtitle: "s")
    task.requirements = []
    let running = Wire.Task(TaskSnapshot(task: task, state: .running, run: run), request: request)
    #expect(running.runId == run.id.text)
    #expect(running.state == .running)
    // What a rate is made of: since when it runs.
    #expect(running.startedUSec == 10)
    #expect(waiting.startedUSec == nil)
    #expect(
      running.progress
        == Wire.Progress(completedUnitCount: 1, totalUnitCount: 2, title: "t", subtitle: "s"))
    #expect(running.request.requiresIdle == false)
  }

  @Test("A task shows what was learned of its runs, and the limit in force")
  func learned() throws {
    var task = ScheduledTask(
      id: TaskID(7), uid: 1000, request: try Samples.request.submission().request, requirements: [],
      submitted: WallTime(uSec: 3))
    func shown(limit: TimeSpan? = nil) throws -> Wire.Task {
      let snapshot = TaskSnapshot(task: task, state: .waiting, runtimeLimit: limit)
      return try Wire.Task(snapshot, payload: Samples.request.submission().payload)
    }
    #expect(try shown().usualDurationUSec == nil && shown().resumes == nil && shown().notBeforeUSec == nil)
    #expect(try shown().runtimeLimitDurationUSec == nil)
    task.usualLength = .seconds(2)
    task.resumes = true
    task.notBefore = WallTime(uSec: 9)
    #expect(try shown().notBeforeUSec == 9)
    let learned = try shown(limit: .minutes(10))
    #expect(learned.usualDurationUSec == 2_000_000 && learned.resumes == true)
    #expect(learned.runtimeLimitDurationUSec == 600_000_000)
  }

  @Test("An explanation says that the task runs, which only one without a forecast does")
  func running() {
    func reply(_ forecast: WallTime?) -> SchedulerMethod.Explain.Reply {
      SchedulerMethod.Explain.Reply(Explanation(canProceed: true, reasons: [], forecast: forecast))
    }
    #expect(reply(nil).running == true && reply(WallTime(uSec: 5)).running == nil)
  }

  @Test(
    "A task that was begun before its date shows that date, and one that an action has called the date of now"
  )
  func ownDate() throws {
    let request = Samples.request
    var task = ScheduledTask(
      id: TaskID(7), uid: 1000, request: try request.submission().request, requirements: [],
      submitted: WallTime(uSec: 3))
    (task.request.earliestBegin, task.calledFor) = (WallTime(uSec: 50), WallTime(uSec: 100))
    func shown() -> Int64? {
      Wire.Task(TaskSnapshot(task: task, state: .waiting), request: request).request.earliestBeginUSec
    }
    #expect(shown() == 50)
    task.attempt = 2
    #expect(shown() == 100)
    (task.attempt, task.runID) = (1, RunID("r"))
    #expect(shown() == 100)
  }

  @Test("A request that is passed on as it is kept is shown as one that is taken apart")
  func passedOn() throws {
    for request in [Samples.fullRequest, Samples.request] {
      let submission = try request.submission()
      var task = ScheduledTask(
        id: TaskID(7), uid: 1000, request: submission.request, requirements: [.idle],
        submitted: WallTime(uSec: 3))
      for (begin, deadline, isIdle) in [(nil, nil, false), (5, 6, true), (7, nil, false)]
        as [(Int64?, Int64?, Bool)]
      {
        task.request.earliestBegin = begin.map(WallTime.init)
        task.request.deadline = deadline.map(WallTime.init)
        task.requirements = isIdle ? [.idle] : []
        let snapshot = TaskSnapshot(task: task, state: .waiting, declaredIn: "/f", application: "a")
        let passedOn = try Wire.Task(snapshot, payload: submission.payload, reason: reason)
        #expect(passedOn.json == Wire.Task(snapshot, request: request, reason: reason).json)
      }
    }
  }

  @Test("What the store keeps is passed on only when it is an object", arguments: ["", "7", "{", "[]"])
  func notPassedOn(payload: String) throws {
    let task = ScheduledTask(
      id: TaskID(7), uid: 1000, request: try Samples.request.submission().request, requirements: [],
      submitted: WallTime(uSec: 3))
    #expect(throws: InvalidValue.self) {
      try Wire.Task(TaskSnapshot(task: task, state: .waiting), payload: Array(payload.utf8))
    }
  }

  @Test("A run shows everything that is known of it")
  func runs() {
    var run = run()
    #expect(
      Wire.Run(run)
        == Wire.Run(
          runId: run.id.text, identifier: "a", uid: 1000, kind: .refresh, attempt: 2, startedUSec: 10))
    run.ended = WallTime(uSec: 20)
    run.outcome = .interrupted
    run.success = false
    run.exitStatus = 3
    run.signal = "SIGSEGV"
    run.stopReason = reason
    let wire = Wire.Run(run)
    #expect(wire.endedUSec == 20)
    #expect(wire.outcome == .interrupted)
    #expect(wire.success == false)
    #expect(wire.exitStatus == 3)
    #expect(wire.signal == "SIGSEGV")
    #expect(wire.stopReason?.code == "externalPower")
  }

  @Test("Conditions of which nothing is known are named as unknown, and block nothing")
  func unknownConditions() {
    let wire = Wire.Conditions(Conditions(), simulated: [], unmet: [])
    #expect(wire.idle)
    #expect(!wire.lowPowerMode && !wire.storageLow && !wire.thermalPressure)
    #expect(wire.powerSource == .unknown)
    #expect(wire.batteryPercent == nil)
    #expect(
      wire.unknown == [
        "powerSource", "lowPowerMode", "network", "idle", "thermalPressure", "cpuPressure",
        "memoryPressure", "ioPressure", "storageLow", "vpn", "charging", "locked", "networkNames", "users",
        "lidClosed", "activeUsers", "bluetoothDevices",
      ])
    #expect(wire.unmet == [])
  }

  @Test("Known conditions are shown as they are; lists are in the order of the protocol file")
  func conditions() {
    var conditions = Conditions()
    conditions.powerSource = .battery
    conditions.batteryPercent = 15
    conditions.network = .metered
    conditions.idle = false
    conditions.lowPowerMode = true
    conditions.storageLow = true
    let wire = Wire.Conditions(
      conditions, simulated: [.network, .powerSource],
      unmet: [.batteryNotLow, .externalPower, .batteryNotLow])
    #expect(wire.powerSource == .battery)
    #expect(wire.batteryPercent == 15)
    #expect(wire.network == .metered)
    #expect(!wire.idle && wire.lowPowerMode && wire.storageLow)
    #expect(wire.simulated == ["powerSource", "network"])
    #expect(wire.unmet == ["externalPower", "batteryNotLow"])
    #expect(
      wire.unknown == [
        "thermalPressure", "cpuPressure", "memoryPressure", "ioPressure", "vpn", "charging", "locked",
        "networkNames", "users", "lidClosed", "activeUsers", "bluetoothDevices",
      ])
  }

  @Test("An explanation keeps the order of its reasons")
  func explanation() {
    let second = Reason(code: .idle, message: "in use")
    let reply = SchedulerMethod.Explain.Reply(
      Explanation(canProceed: false, reasons: [reason, second], forecast: WallTime(uSec: 9)))
    #expect(!reply.canProceed)
    #expect(reply.reasons.map(\.code) == ["externalPower", "idle"])
    #expect(reply.forecastUSec == 9)
  }

  @Test("Every error of the core is the interface's of that name, with what it says")
  func errors() {
    let pairs: [(SchedulerError, SchedulerInterfaceError)] = [
      (.notPermitted(identifier: "a", message: "m"), .notPermitted(identifier: "a", message: "m")),
      (
        .tooManyPendingTaskRequests(identifier: "a", limit: 7),
        .tooManyPendingTaskRequests(identifier: "a", limit: 7)
      ),
      (.unavailable(message: "m"), .unavailable(message: "m")),
      (
        .immediateRunIneligible(identifier: "a", message: "m"),
        .immediateRunIneligible(identifier: "a", message: "m")
      ),
      (.invalidRequest(field: "f", message: "m"), .invalidRequest(field: "f", message: "m")),
      (.noSuchTask(identifier: "a"), .noSuchTask(identifier: "a")),
      (.noSuchRun(RunID("r")), .noSuchRun(runId: "r")),
      (.alreadyPending(identifier: "a"), .alreadyPending(identifier: "a")),
      (.permissionDenied(message: "m"), .permissionDenied(message: "m")),
      (.simulationDisabled, .simulationDisabled),
    ]
    for (core, interface) in pairs { #expect(SchedulerInterfaceError(core) == interface) }
    // One is the server's own.
    #expect(pairs.map(\.1) + [.tooLarge(limit: 7, message: "m")] == Samples.errors)
  }

  @Test("A refused request of a batch carries the error's name, field and message")
  func batch() {
    #expect(
      Wire.SubmitResult(.invalidRequest(field: "title", message: "too long"))
        == Wire.SubmitResult(
          task: nil, error: "io.bgtaskd.Scheduler.InvalidRequest", field: "title", message: "too long"))
    let tooMany = Wire.SubmitResult(.tooManyPendingTaskRequests(identifier: "a", limit: 7))
    #expect(tooMany.message == "a was not accepted: 7 requests are pending, which is the limit")
  }

  @Test("Simulated conditions are read in the order of the fields, unknown included")
  func simulation() throws {
    let parameters = SchedulerMethod.SimulateConditions.Parameters(conditions: [
      "storageLow": "yes", "network": "unknown", "powerSource": "battery", "batteryPercent": "0",
      "idle": "no", "lowPowerMode": "unknown", "cpuPressure": "true", "memoryPressure": "false",
      "thermalPressure": "unknown", "ioPressure": "unknown",
    ])
    #expect(
      try parameters.changes() == [
        .powerSource(.battery), .batteryPercent(0), .flag(.lowPowerMode, nil), .network(.unknown),
        .flag(.idle, false),
        .flag(.thermalPressure, nil), .flag(.cpuPressure, true), .flag(.memoryPressure, false),
        .flag(.ioPressure, nil),
        .flag(.storageLow, true),
      ])
    #expect(
      try SchedulerMethod.SimulateConditions.Parameters(conditions: ["batteryPercent": "unknown"]).changes()
        == [.batteryPercent(nil)])
    #expect(try SchedulerMethod.SimulateConditions.Parameters(conditions: [:]).changes() == [])
    #expect(
      throws: SchedulerInterfaceError.invalidRequest(
        field: "conditions.network", message: "found \"wifi\", allowed are none, metered, unmetered, unknown")
    ) { try SchedulerMethod.SimulateConditions.Parameters(conditions: ["network": "wifi"]).changes() }
  }

  @Test("A registration names what it handles and what it still works on; without runs it works on nothing")
  func registration() throws {
    let id = run().id
    let parameters = SchedulerMethod.Register.Parameters(
      application: "", identifiers: ["a", "b.c-d_e"], runs: [id.text])
    #expect(try parameters.checkedIdentifiers() == ["a", "b.c-d_e"])
    #expect(try parameters.checkedRuns() == [id])
    #expect(try SchedulerMethod.Register.Parameters(application: "", identifiers: []).checkedRuns() == [])
    let most = (0..<SchedulerMethod.Register.Parameters.Bounds.identifiers.upperBound).map { "a\($0)" }
    let more = SchedulerMethod.AddIdentifiers.Parameters(registration: "r", identifiers: most)
    try SchedulerCall.addIdentifiers(more).checkBounds()
    #expect(try more.checkedIdentifiers() == most)
  }

  @Test("Names that an error would repeat are one line of text without what a terminal obeys")
  func shownNames() throws {
    for text in ["a\u{1B}[31m", "a\nb", "a\u{202E}"] {
      let refused = ["application", "registration"].map { field in
        #expect(throws: SchedulerInterfaceError.self) { try Wire.checked(name: text, field: field) }
      }
      for error in refused {
        guard case .invalidRequest(let field, let message) = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
        #expect(["application", "registration"].contains(field))
        #expect(!message.contains(text))
      }
    }
  }

  @Test("A run's name is 32 hexadecimal digits")
  func runIDs() throws {
    #expect(try RunID(checking: run().id.text) == run().id)
    for text in ["", "0", "0123456789abcdef0123456789abcdeg", "0123456789abcdef0123456789abcdef0"] {
      #expect(throws: SchedulerInterfaceError.noSuchRun(runId: text)) { try RunID(checking: text) }
    }
  }
}
