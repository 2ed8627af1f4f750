import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing
import Varlink

@Suite("Programs that register")
struct RegistrationTests {
  static let manifest = ["feeds": "PermittedIdentifiers=org.example.feeds org.example.index.*"]

  static func request(_ identifier: String, _ kind: Wire.Kind = .refresh) -> Wire.TaskRequest {
    Wire.TaskRequest(identifier: identifier, kind: kind)
  }

  private let daemon: DaemonProcess

  init() throws { daemon = try .withApplications(Self.manifest) }

  @Test("R1: what is due is delivered to the program that registered it, and ends with its report")
  func delivery() throws {
    let program = try ConnectedApplication(daemon, ["org.example.feeds"])
    #expect(program.application == "feeds")
    var request = Self.request("org.example.feeds")
    request.title = "Feeds"
    #expect(try program.client.submit(request).state == .launching)
    let launch = try program.launch()
    #expect(launch.limitUSec == 30_000_000)
    #expect(launch.task.request.title == "Feeds")
    #expect(launch.task.runId == launch.runId)
    #expect(launch.task.startedUSec != nil)
    let running = try daemon.wait { try $0.get("org.example.feeds").task.state == .running ? true : nil }
    #expect(running == true)
    try program.client.reportProgress(
      runId: launch.runId, progress: .init(completedUnitCount: 1, totalUnitCount: 2))
    try program.complete(launch.runId)
    let run = try #require(try program.client.runs(identifier: "org.example.feeds").first)
    #expect(run.outcome == .completed)
    #expect(run.success == true)
    #expect(run.progress?.completedUnitCount == 1)
    #expect(run.exitStatus == nil)
    #expect(try program.client.tasks().isEmpty)
    // R45: the end of a run that has ended.
    #expect(throws: SchedulerInterfaceError.noSuchRun(runId: launch.runId)) {
      try program.complete(launch.runId)
    }
  }

  @Test("R3, R5: only what a manifest permits can be registered, and each refusal says which and what to do")
  func refusals() throws {
    let daemon = try DaemonProcess.withApplications([
      "feeds": "PermittedIdentifiers=org.example.feeds org.example.index.*",
      "mail": "PermittedIdentifiers=org.example.mail",
    ])
    func refusal(_ identifiers: [String], application: String = "") -> SchedulerInterfaceError? {
      #expect(throws: SchedulerInterfaceError.self) {
        _ = try ConnectedApplication(daemon, identifiers, application: application)
      }
    }
    guard case .notPermitted("org.example.other", let message)? = refusal(["org.example.other"]) else {
      Issue.record("not refused as notPermitted")
      return
    }
    #expect(message.contains("applications.d"))
    #expect(refusal(["org.example.feeds", "org.example.mail"]) != nil)
    #expect(refusal(["org.example.feeds"], application: "mail") != nil)
    #expect(refusal(["org.example.index"]) != nil)
    #expect(refusal([]) != nil)
    #expect(refusal(["org.example.*"]) != nil)
    #expect(refusal(["org.example.feeds.*"]) != nil)
    let program = try ConnectedApplication(
      daemon, ["org.example.feeds", "org.example.index.a"], application: "feeds")
    try program.client.addIdentifiers(
      registration: program.registration, identifiers: ["org.example.index.b"])
    #expect(throws: SchedulerInterfaceError.self) {
      try program.client.addIdentifiers(registration: program.registration, identifiers: ["org.example.mail"])
    }
    #expect(throws: SchedulerInterfaceError.self) {
      try program.client.addIdentifiers(registration: "0", identifiers: ["org.example.index.c"])
    }
    try program.client.submit(Self.request("org.example.index.b", .processing))
    #expect(try program.launch().task.request.identifier == "org.example.index.b")
  }

  @Test("R5: a program that registers a pattern gets what it covers under its own name, at once and later")
  func pattern() throws {
    let program = try ConnectedApplication(daemon, ["org.example.feeds"])
    try program.client.addIdentifiers(
      registration: program.registration, identifiers: ["org.example.index.*"])
    let exact = try ConnectedApplication(daemon, ["org.example.index.b"])
    let task = try program.client.submit(Self.request("org.example.index.a", .continued))
    #expect(task.application == "feeds")
    let launch = try program.launch()
    #expect(launch.task.request.identifier == "org.example.index.a")
    try program.client.submit(Self.request("org.example.index.b", .continued))
    #expect(try exact.launch().task.request.identifier == "org.example.index.b")
    try program.complete(launch.runId)
    #expect(try daemon.waitForEnd(of: "org.example.index.a")?.success == true)
  }

  @Test(
    "R15: without a program and without Exec= a request is refused; with a program it waits when that goes")
  func noHandler() throws {
    let client = try daemon.client()
    let error = #expect(throws: SchedulerInterfaceError.self) {
      try client.submit(Self.request("org.example.feeds"))
    }
    guard case .notPermitted("org.example.feeds", let message)? = error else {
      Issue.record("refused with \(String(describing: error))")
      return
    }
    #expect(message.contains("Exec="))
    var later = Self.request("org.example.feeds")
    later.earliestBeginUSec = .now + 3_600_000_000
    do {
      let program = try ConnectedApplication(daemon, ["org.example.feeds"])
      try client.submit(later)
      program.disconnect()
    }
    let codes = try daemon.wait { client in
      let codes = try client.explain("org.example.feeds").reasons.map(\.code)
      return codes.contains("noHandler") ? codes : nil
    }
    #expect(codes == ["earliestBegin", "noHandler"])
    let program = try ConnectedApplication(daemon, ["org.example.feeds"])
    #expect(try client.explain("org.example.feeds").reasons.map(\.code) == ["earliestBegin"])
    let run = try client.simulateLaunch("org.example.feeds")
    #expect(try program.launch().runId == run)
  }

  @Test("Of two programs the newer one gets the next launch, and when it is gone the older one")
  func twoPrograms() throws {
    let older = try ConnectedApplication(daemon, ["org.example.feeds"])
    let newer = try ConnectedApplication(daemon, ["org.example.feeds"])
    try older.client.submit(Self.request("org.example.feeds"))
    let launch = try newer.launch()
    try newer.complete(launch.runId)
    newer.disconnect()
    // If the daemon has not seen that yet, the run is interrupted when it does, and tried again.
    try older.client.submit(
      Self.request("org.example.feeds").with { $0.retry = .atOnce(attempts: 3) })
    let second = try older.launch()
    #expect(second.task.request.identifier == "org.example.feeds")
    try older.complete(second.runId)
  }

  @Test(
    "R36: an application in use gets no refresh; continued work starts; in the background the refresh comes")
  func foreground() throws {
    let program = try ConnectedApplication(daemon, ["org.example.feeds", "org.example.index.now"])
    try program.client.setApplicationState(application: "feeds", state: .active)
    #expect(try program.client.submit(Self.request("org.example.feeds")).state == .waiting)
    #expect(try program.client.explain("org.example.feeds").reasons.map(\.code) == ["foreground"])
    try program.client.submit(Self.request("org.example.index.now", .continued))
    #expect(try program.launch().task.request.identifier == "org.example.index.now")
    try program.client.setApplicationState(application: "feeds", state: .inactive)
    #expect(try program.client.explain("org.example.feeds").reasons.map(\.code) == ["foreground"])
    try program.client.setApplicationState(application: "feeds", state: .background)
    #expect(try program.launch().task.request.identifier == "org.example.feeds")
    #expect(throws: SchedulerInterfaceError.self) {
      try program.client.setApplicationState(application: "nobody", state: .active)
    }
  }

  @Test("R36: the end of the connection that said so is the end of being in use")
  func foregroundEnds() throws {
    let program = try ConnectedApplication(daemon, ["org.example.feeds"])
    do {
      let window = try daemon.client()
      try window.setApplicationState(application: "feeds", state: .active)
      #expect(try window.submit(Self.request("org.example.feeds")).state == .waiting)
      window.connection.close()
    }
    #expect(try program.launch().task.request.identifier == "org.example.feeds")
  }

  @Test("R38: a program that goes away in a run is interrupted, and its task is tried again")
  func interrupted() throws {
    let program = try ConnectedApplication(daemon, ["org.example.feeds"])
    try program.client.submit(Self.request("org.example.feeds").with { $0.retry = .atOnce() })
    let first = try program.launch()
    program.disconnect()
    let next = try ConnectedApplication(daemon, ["org.example.feeds"])
    let second = try next.launch()
    #expect(second.task.attempt == 2)
    try next.complete(second.runId)
    let runs = try next.client.runs(identifier: "org.example.feeds")
    #expect(runs.map(\.runId) == [second.runId, first.runId])
    #expect(runs.map(\.outcome) == [.completed, .interrupted])
    #expect(runs[1].stopReason?.code == "vanished")
  }

  @Test("R40, R41: a run is warned with the reason; a program that bgtaskd did not start only loses it")
  func expiration() throws {
    let daemon = try DaemonProcess.withApplications(Self.manifest, "ExpirationGraceSec=100ms")
    let program = try ConnectedApplication(daemon, ["org.example.feeds", "org.example.index.a"])
    var request = Self.request("org.example.feeds")
    request.requiresExternalPower = true
    try program.client.submit(request)
    let launch = try program.launch()
    #expect(try program.client.shouldDefer(runId: launch.runId).shouldDefer == false)
    try daemon.setPower("battery")
    let expire = try program.expire()
    #expect(expire.runId == launch.runId)
    #expect(expire.reason.code == "externalPower")
    #expect(expire.reason.observed == "battery")
    #expect(expire.graceDurationUSec == 100_000)
    #expect(try daemon.waitForEnd(of: "org.example.feeds")?.outcome == .killed)
    #expect(throws: SchedulerInterfaceError.noSuchRun(runId: launch.runId)) {
      try program.complete(launch.runId)
    }
    // It is as connected as before.
    try program.client.submit(Self.request("org.example.index.a", .processing))
    let other = try program.launch()
    try program.client.cancel("org.example.index.a")
    #expect(try program.expire().reason.code == "cancelled")
    try program.complete(other.runId, success: false)
    #expect(try daemon.waitForEnd(of: "org.example.index.a")?.outcome == .cancelled)
  }

  @Test("R60, R61: a launch and an expiration are simulated for a handler as for a program")
  func simulated() throws {
    let program = try ConnectedApplication(daemon, ["org.example.feeds"])
    try program.client.submit(
      Self.request("org.example.feeds").with { $0.earliestBeginUSec = .now + 3_600_000_000 })
    let run = try program.client.simulateLaunch("org.example.feeds")
    #expect(try program.launch().runId == run)
    try program.client.simulateExpiration("org.example.feeds")
    let expire = try program.expire()
    #expect(expire.reason.code == "simulated")
    try program.complete(run, success: true)
    #expect(try daemon.waitForEnd(of: "org.example.feeds")?.outcome == .expired)
  }

  @Test(
    "A program that says it works on a run that nobody knows is told to stop it")
  func unknownClaims() throws {
    let unknown = String(repeating: "a", count: 32)
    let program = try ConnectedApplication(daemon, ["org.example.feeds"], runs: [unknown])
    let expire = try program.expire()
    #expect(expire.runId == unknown)
    #expect(expire.reason.code == "vanished")
  }
}
