import SchedulerAPI
import TestSupport

@testable import SchedulerCore

/// A scheduler in which others have much waiting already, so that what one task more takes is its own: the
/// tables that all share have room for it.
struct MeasuredScheduler {
  /// What was in it before.
  struct Crowd {
    var tasks: [ScheduledTask]
    var run: Run?
  }

  /// When everything is submitted.
  static let now = WallTime(uSec: 1_795_000_000_000_000)
  static let uid: UInt32 = 1000

  private var scheduler: Scheduler
  private(set) var wall = MeasuredScheduler.now

  /// The daemon starts, and finds these.
  init(_ crowd: Crowd, and task: ScheduledTask? = nil) {
    scheduler = Scheduler(
      configuration: Self.configuration, seed: 1, tasks: crowd.tasks + [task].compactMap(\.self),
      activeRuns: [crowd.run].compactMap(\.self), nextTaskID: TaskID(1))
    take(.conditions([.network(.unmetered)]))
    take(
      .started(
        sameBoot: true, surviving: Set([crowd.run?.id].compactMap(\.self)), ended: [:], declared: .unread))
  }

  /// One run at a time, which somebody has.
  private static let configuration: SchedulerConfiguration = {
    var configuration = SchedulerConfiguration()
    configuration.maximumConcurrentRuns = 1
    configuration.maximumExtraRunsPerUser = 0
    configuration.programsAreUnits = true
    configuration.unitStarters = .owner
    configuration.keptCredentials = .encrypted
    configuration.applications = [
      Application(name: "app", permittedIdentifiers: [IdentifierPattern("app.*")], isStartable: false)
    ]
    return configuration
  }()

  @discardableResult
  private mutating func take(_ event: Event) -> Decision {
    let since = wall - Self.now
    var decision = scheduler.handle(
      event, at: Moment(wall: wall, monotonic: MonotonicTime(uSec: 1_000_000 + since.uSec)))
    scheduler.commit()
    // What is left for later goes on at once.
    if decision.directives.contains(.goOn) { decision.changes += take(.goOn).changes }
    return decision
  }

  /// Submits a message's bytes, as the daemon does it.
  mutating func submit(_ message: [UInt8], uid: UInt32 = uid) throws -> [StoreChange] {
    let submission = try Wire.TaskRequest(payload: message).submission()
    return take(
      .call(.submit(submission), caller: Caller(uid: uid, isPrivileged: true), token: ReplyToken(1))
    ).changes
  }

  mutating func cancel(_ identifier: String) {
    let caller = Caller(uid: Self.uid, isPrivileged: true)
    take(.call(.cancel(identifier: identifier), caller: caller, token: ReplyToken(2)))
    // What it has left is put away with the next event.
    take(.timer)
  }

  /// The date comes.
  mutating func advance(to date: WallTime) {
    wall = date
    take(.timer)
  }
}

extension MeasuredScheduler.Crowd {
  /// One that runs, many that wait, and so many conditions of all sorts that a request's find room.
  static func make() throws -> Self {
    var scheduler = MeasuredScheduler(Self(tasks: [], run: nil))
    var tasks: [TaskID: ScheduledTask] = [:]
    var run: Run?
    for request in Self.requests {
      for change in try scheduler.submit(request.payload) {
        if case .putTask(let task, _) = change { tasks[task.id] = task }
        if case .putRun(let started) = change { run = started }
      }
    }
    return Self(tasks: tasks.values.sorted { $0.id < $1.id }, run: run)
  }

  private static var requests: [Wire.TaskRequest] {
    var first = Wire.TaskRequest.program("first", "/bin/true")
    first.kind = .continued
    return [first] + (0..<3).map(conditions) + (0..<56).map(other)
  }

  /// Due, with conditions of all sorts.
  private static func conditions(_ number: Int) -> Wire.TaskRequest {
    let leaves = (0..<57).map { leaf in
      let place = number * 57 + leaf
      return switch place % 6 {
      case 0: "hot for \(place + 100_000)s"
      case 1: "network \"crowd\(place)\""
      case 2: "no-user \"crowd\(place)\""
      case 3: "idle for \(place + 100_000)s"
      case 4: "between \(place / 60):\(place % 60 < 10 ? "0" : "")\(place % 60) and 23:00"
      default: "exists /crowd\(place)"
      }
    }
    return .program("conditions\(number)", "/bin/true").with { $0.when = leaves.joined(separator: " or ") }
  }

  /// What has something else besides, half of it due and half of it much later.
  private static func other(_ number: Int) -> Wire.TaskRequest {
    .program("other\(number)", "/bin/true").with {
      if number % 2 == 0 { $0.earliestBeginUSec = 9_000_000_000_000_000 }
      switch number / 2 % 14 {
      case 0: $0.deadlineUSec = 9_100_000_000_000_000
      case 1:
        $0.when = "idle"
        $0.relax = "after 9000d without idle"
      case 2: $0.calendar = RequestMaker.zones.map { "2190-1-1 1:\(number) \($0)" }
      case 3, 4: $0.order = .init(group: "g\(number)", after: (0..<16).map { "p\($0)of\(number)" })
      case 5, 6: $0.order = .init(group: "g\(number)")
      case 7, 8:
        $0.command = nil
        $0.kind = .transfer
        $0.transfer = .init(
          direction: .download, url: "http://crowd\(number)/", file: "/f", session: "session\(number)")
      case 9:
        $0.identifier = "app.crowd\(number)"
        $0.command = nil
      case 10: $0.pathChange = .init(paths: ["/crowd\(number)"])
      case 11: $0.kind = .refresh
      case 12: $0.requiresExternalPower = true
      default: $0.requiresIdle = false
      }
    }
  }
}
