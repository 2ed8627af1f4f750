import SchedulerAPI
import SchedulerCore
import Varlink

@testable import Control

/// A morning on a laptop of two people: what its daemon has to tell.
enum LaptopDay {
  private static let now = ControlRun.now
  private static let minute: Int64 = 60_000_000
  private static let hour = Samples.hour
  private static let day = 24 * Samples.hour
  /// Users that every machine has: root, and daemon.
  private static let (ann, ben): (UInt32, UInt32) = (0, 1)

  private static func task(
    _ identifier: String, kind: Wire.Kind = .processing, of uid: UInt32 = ann, in distance: Int64? = nil,
    _ program: String..., change: (inout Wire.Task) -> Void = { _ in }
  ) -> Wire.Task {
    var task = Wire.Task(
      request: Wire.TaskRequest(
        identifier: identifier, kind: kind, earliestBeginUSec: distance.map { now + $0 },
        command: Wire.Command(argv: program, workingDirectory: "/home/ann")), uid: uid, state: .waiting,
      submittedUSec: now - 2 * day, attempt: 1)
    change(&task)
    return task
  }

  private static func run(
    _ number: Int, _ identifier: String, of uid: UInt32 = ann, _ kind: Wire.Kind = .processing,
    attempt: Int = 1, ago: Int64, took: Int64, _ outcome: Wire.Outcome = .completed, status: Int32? = 0,
    because reason: Wire.Reason? = nil, signal: String? = nil
  ) -> Wire.Run {
    let digits = String(number * 7_919 + 1_048_576, radix: 16)
    return Wire.Run(
      runId: digits + String(repeating: "0", count: 32 - digits.count), identifier: identifier, uid: uid,
      kind: kind, attempt: attempt, startedUSec: now - ago, endedUSec: now - ago + took, outcome: outcome,
      success: status == 0, exitStatus: status, stopReason: reason, signal: signal)
  }

  private static let battery = Wire.Reason(
    code: "externalPower", message: "it needs external power", required: "external", observed: "battery",
    sinceUSec: now - 95 * minute)
  private static let inUse = Wire.Reason(
    code: "idle", message: "it needs a machine that nobody uses", required: "idle", observed: "in use",
    sinceUSec: now - 12 * minute)
  private static let paused = Wire.Reason(
    code: "paused", message: "it is paused until 09:00", observed: "2026-11-21 07:54",
    sinceUSec: now - 20 * minute)

  static let runs: [Wire.Run] = [
    run(1, "org.example.mail.fetch", .refresh, ago: 4 * minute, took: 3_200_000),
    run(
      2, "org.example.photos.upload", attempt: 3, ago: 40 * minute, took: 2 * minute, status: 22),
    run(
      3, "org.example.index.documents", ago: 96 * minute, took: minute, .expired, status: 75,
      because: battery),
    run(
      4, "org.example.index.music", ago: 2 * hour, took: 30 * minute, .killed, status: nil,
      because: Wire.Reason(code: "runtimeLimit", message: "its time is up"), signal: "SIGKILL"),
    run(5, "org.example.backup.home", ago: 9 * hour, took: 47 * minute),
    run(
      6, "org.example.scan.disk", ago: 10 * hour, took: 8 * minute, .expired, status: 1,
      because: Wire.Reason(code: "simulated", message: "a person told it to stop")),
    run(7, "net.example.sync.calendar", of: ben, .refresh, ago: 11 * hour, took: 900_000),
    run(
      8, "org.example.tool.gone", ago: 20 * hour, took: 0, .launchFailed, status: nil,
      because: Wire.Reason(
        code: "launchFailed", message: "/usr/local/bin/convert-all: No such file or directory")),
  ]

  /// Those of an application whose program was started for them.
  static let launches: [Wire.Run] = [
    launch(11, ago: 3 * minute, 9_000, 1_204_000, 1_206_500, 1_206_900, 1_377_000, usual: 201_000),
    launch(12, ago: hour, 12_000, 41_000, 43_200, 43_900, 201_300),
    launch(13, ago: 2 * hour, 11_000, 38_400, 40_100, 40_700, nil),
  ]

  private static func launch(
    _ number: Int, ago: Int64, _ started: Int64, _ connected: Int64, _ registered: Int64, _ delivered: Int64,
    _ handled: Int64?, usual: Int64? = nil
  ) -> Wire.Run {
    var launched = run(number, "org.example.feeds.refresh", .refresh, ago: ago, took: 4_000_000)
    launched.launch = Wire.LaunchMilestones(
      startedAfterUSec: started, connectedAfterUSec: connected, registeredAfterUSec: registered,
      deliveredAfterUSec: delivered, handledAfterUSec: handled, usualUSec: usual)
    return launched
  }

  static let tasks: [Wire.Task] = [
    task("org.example.index.photos", "/usr/bin/index", "/home/ann/Pictures") {
      $0.state = .running
      $0.request.title = "Indexing photos"
      $0.runId = "4d0c9e12b7a3f5688d90e1f2a3b4c5d6"
      $0.startedUSec = now - 6 * minute
      $0.progress = Wire.Progress(
        completedUnitCount: 1240, totalUnitCount: 3100, title: "Reading", subtitle: "2026-08 Lake")
    },
    task("org.example.photos.upload", in: 20 * minute, "/usr/bin/rclone", "sync", "/home/ann/Pictures") {
      $0.attempt = 4
      $0.request.retry = Wire.Retry(backoff: .exponential, maximumAttempts: 10)
      $0.lastRun = runs[1]
      $0.reasonCount = 1
      $0.reason = Wire.Reason(code: "earliestBegin", message: "its date has not come")
    },
    task("org.example.backup.offsite", "/usr/bin/restic", "backup", "/home") {
      $0.request.repeatDurationUSec = day
      $0.request.overdueAfterDurationUSec = 3 * day
      $0.overdue = true
      $0.withoutSuccessSinceUSec = now - 5 * day
      $0.request.requiresUnmeteredNetwork = true
      $0.request.requiresExternalPower = true
      $0.reason = battery
      $0.reasonCount = 2
    },
    task("org.example.index.documents", "/usr/bin/index", "/home/ann/Documents") {
      $0.request.requiresIdle = true
      $0.request.requiresExternalPower = true
      $0.request.when = "not hot and (idle for 10min or no-user)"
      $0.request.label = "Documents"
      $0.lastRun = runs[2]
      $0.reason = battery
      $0.reasonCount = 2
      $0.attempt = 2
    },
    task("org.example.mail.fetch", kind: .refresh, in: 11 * minute, "/usr/bin/fetchmail", "--silent") {
      $0.request.repeatDurationUSec = 15 * minute
      $0.request.requiresNetworkConnectivity = true
      $0.lastRun = runs[0]
    },
    task("org.example.backup.home", in: 13 * hour, "/usr/bin/borg", "create", "::home-{now}", "/home/ann") {
      $0.request.calendar = ["21:00"]
      $0.request.randomizedDelayDurationUSec = 10 * minute
      $0.request.onFailure = "/usr/share/bgtaskd/examples/actions/mail.sh"
      $0.request.title = "Backup of home"
      $0.request.preventsSleep = true
      $0.lastRun = runs[4]
      $0.declaredIn = "/home/ann/.config/bgtaskd/tasks.d/org.example.backup.home.task"
    },
    task("org.example.updates.check", in: 2 * hour, "/usr/bin/pkcon", "refresh") {
      $0.request.repeatDurationUSec = day
      $0.request.requiresUnmeteredNetwork = true
    },
    task("net.example.sync.calendar", kind: .refresh, of: ben, "/usr/bin/vdirsyncer", "sync") {
      $0.request.repeatDurationUSec = hour
      $0.lastRun = runs[6]
      $0.reason = paused
      $0.reasonCount = 1
    },
  ]

  /// The tasks a minute after the charger was plugged in, which wait for that to last.
  static let heldTasks: [Wire.Task] = [
    held("org.example.backup.offsite", for: 110_000_000, heldReason) {
      $0.request.expectedDurationUSec = 10 * minute
    },
    held(
      "org.example.index.documents", for: 20_000_000,
      Wire.Reason(
        code: "youngWindow",
        message: "what it needs has held for 10s, and it starts at 30s: of windows like this 62 % last the "
          + "60s more that it needs; chance of another within a day: 97 %",
        required: "30s", observed: "10s", sinceUSec: now - 10_000_000)
    ) { $0.lastRun = runs[2] },
    tasks[4],
    task("org.example.index.photos", "/usr/bin/index", "/home/ann/Pictures") {
      $0.state = .running
      $0.runId = "4d0c9e12b7a3f5688d90e1f2a3b4c5d6"
      $0.startedUSec = now - 6 * minute
      $0.reason = inUse
      $0.frozenUntilUSec = now + 17_000_000
      $0.resumes = true
      $0.usualDurationUSec = 12 * minute
      $0.runtimeLimitDurationUSec = 10 * minute
    },
  ]

  private static let heldReason = Wire.Reason(
    code: "youngWindow",
    message: "what it needs has held for 70s, and it starts at 3min: of windows like this 41 % last the "
      + "10min more that it needs; chance of another before 2026-11-21T12:00:00Z: 93 %",
    required: "3min", observed: "70s", sinceUSec: now - 70_000_000)

  private static func held(
    _ identifier: String, for length: Int64, _ reason: Wire.Reason, change: (inout Wire.Task) -> Void
  ) -> Wire.Task {
    task(identifier, "/usr/bin/restic", "backup", "/home") {
      $0.request.requiresExternalPower = true
      $0.request.repeatDurationUSec = day
      $0.submittedUSec = now - 14 * hour
      $0.reason = reason
      $0.reasonCount = 1
      $0.forecastUSec = now + length
      change(&$0)
    }
  }

  private static let heldExplanation = SchedulerMethod.Explain.Reply(
    canProceed: false, reasons: [heldReason], forecastUSec: now + 110_000_000)

  private static let nine = now + 65 * minute + 29_500_000

  static let pauses = [
    Wire.PausedWork(
      uid: ben, identifiers: "net.example.*", sinceUSec: now - 20 * minute, untilUSec: nine, author: 0)
  ]

  static let assertions = [
    Wire.Assertion(
      why: "uploading holiday.zip", uid: ann, pid: 5120, sinceUSec: now - 12_000_000,
      limitDurationUSec: 60_000_000, remainingDurationUSec: 48_000_000),
    Wire.Assertion(
      why: "photo-indexer", uid: ann, pid: 4711, sinceUSec: now - 3 * hour),
    Wire.Assertion(
      why: "nightly report", uid: ben, pid: 811, sinceUSec: now - 31_000_000, limitDurationUSec: 30_000_000,
      remainingDurationUSec: 0,
      reason: Wire.Reason(code: "runtimeLimit", message: "its time is up", required: "at most 30s")),
  ]

  static let waiting = [
    Wire.Waiting(
      name: "fstrim.service", uid: 0, sinceUSec: now - 3 * hour, when: "external-power and idle for 10min",
      missing: ["external-power", "idle for 10min"]),
    Wire.Waiting(uid: ben, sinceUSec: now - 25 * minute, when: "unmetered", missing: ["unmetered"]),
  ]

  static let conditions = Wire.Conditions(
    powerSource: .battery, batteryPercent: 62, lowPowerMode: false, network: .unmetered, idle: false,
    thermalPressure: false, cpuPressure: false, memoryPressure: false, ioPressure: false, storageLow: false,
    simulated: [], unmet: ["externalPower", "idle"], unknown: ["locked", "activeUsers"], vpn: false,
    observations: [
      Wire.Observation(
        field: "powerSource", value: "battery", source: "UPower", certainty: .certain,
        sinceUSec: now - 95 * minute),
      Wire.Observation(
        field: "batteryPercent", value: "62", source: "UPower", certainty: .certain, sinceUSec: now - minute),
      Wire.Observation(
        field: "network", value: "unmetered", source: "NetworkManager", certainty: .guessed,
        sinceUSec: now - 70 * minute),
      Wire.Observation(
        field: "idle", value: "false", source: "Mutter", certainty: .certain, sinceUSec: now - 12 * minute),
      Wire.Observation(
        field: "networkNames", value: "Home, Guests", source: "NetworkManager", certainty: .certain,
        sinceUSec: now - 70 * minute),
    ], charging: false, networkNames: ["Home"], users: ["ann", "ben"])

  private static let parts: [Wire.ExpressionPart] = [
    Wire.ExpressionPart(depth: 0, text: "all of", state: .lacks),
    Wire.ExpressionPart(depth: 1, text: "not hot", state: .holds, observed: "cool", sinceUSec: hoursAgo),
    Wire.ExpressionPart(depth: 1, text: "any of", state: .lacks),
    Wire.ExpressionPart(
      depth: 2, text: "idle for 10min", state: .lacks, observed: "in use", sinceUSec: inUse.sinceUSec,
      source: "Mutter"),
    Wire.ExpressionPart(
      depth: 2, text: "no-user", state: .lacks, observed: "ann, ben", sinceUSec: hoursAgo, source: "logind"),
  ]
  private static let hoursAgo: Int64 = now - 3 * hour

  static let explanation = SchedulerMethod.Explain.Reply(
    canProceed: false, reasons: [battery, inUse], forecastUSec: hoursAgo, expression: parts)

  static let status = SchedulerMethod.Status.Reply(
    version: "1.4", startedUSec: now - 3 * day, pending: 7, running: 1, reasonCodes: [],
    counters: ["submitted": 41, "launched": 212, "succeeded": 198, "failed": 6, "events": 9000], pid: 812,
    outputInJournal: false, accounts: [account], accountBounds: ["connections": 256, "callBytes": 8_388_608])

  private static let account = Wire.Account(uid: ann, uses: ["connections": 2, "callBytes": 300])

  /// Answers whatever is asked.
  /// - Parameter holds: Whether windows of conditions have begun just now.
  static func daemon(holds: Bool = false) throws -> FakeDaemon {
    let tasks = holds ? heldTasks : tasks
    let explanation = holds ? heldExplanation : explanation
    return try FakeDaemon { exchange in
      switch exchange.call {
      case .list(let parameters):
        let shown = tasks.filter { parameters.allUsers == true || $0.uid == ann }
        exchange.reply(tasks: shown)
      case .listWaiting(let parameters):
        let shown = waiting.filter { parameters.allUsers == true || $0.uid == ann }
        exchange.reply(SchedulerMethod.ListWaiting.Reply(waiting: shown))
      case .listAssertions(let parameters):
        let shown = assertions.filter { parameters.allUsers == true || $0.uid == ann }
        exchange.reply(SchedulerMethod.ListAssertions.Reply(assertions: shown))
      case .listPauses: exchange.reply(SchedulerMethod.ListPauses.Reply(pauses: pauses))
      case .get(let parameters): get(parameters.identifier, of: tasks, exchange)
      case .explain: exchange.reply(explanation)
      case .history(let parameters): exchange.reply(runs: past(parameters))
      case .output:
        exchange.reply(
          SchedulerMethod.Output.Reply(
            output: "2026/11/21 07:14:41 Failed to copy: 403 quota exceeded\n3 errors\n", truncated: false,
            inJournal: false))
      case .getConditions: exchange.reply(SchedulerMethod.GetConditions.Reply(conditions: conditions))
      case .status: exchange.reply(status)
      case .cancel(let parameters):
        let file = tasks.first { $0.request.identifier == parameters.identifier }?.declaredIn
        exchange.reply(SchedulerMethod.Cancel.Reply(declaredIn: file))
      case .submit(let parameters):
        var task = tasks[3]
        task.request = parameters.request
        exchange.reply(SchedulerMethod.Submit.Reply(task: task))
      default: exchange.hangUp()
      }
    }
  }

  private static func past(_ wanted: SchedulerMethod.History.Parameters) -> [Wire.Run] {
    if wanted.identifier == launches[0].identifier {
      return launches + [run(14, launches[0].identifier, .refresh, ago: day, took: minute)]
    }
    var found = wanted.allUsers == true ? runs : runs.filter { $0.uid == ann }
    if let identifier = wanted.identifier { found = found.filter { $0.identifier == identifier } }
    if let name = wanted.runId { found = found.filter { $0.runId.hasPrefix(name) } }
    return found
  }

  private static func get(_ identifier: String, of tasks: [Wire.Task], _ exchange: FakeDaemon.Exchange) {
    guard let task = tasks.first(where: { $0.request.identifier == identifier }) else {
      return exchange.fail(noTask: identifier)
    }
    let last = runs.filter { $0.identifier == identifier }
    exchange.reply(task: task, lastRuns: last)
  }
}
