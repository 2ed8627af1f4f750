import BackgroundTasks
import SchedulerAPI
import SchedulerCore
import Testing
import Varlink

struct ReconnectionTests {
  private let daemon: ScriptedDaemon
  private let scheduler: BGTaskScheduler

  init() throws { (daemon, scheduler) = try ScriptedDaemon.withScheduler() }

  @Test("A daemon that comes back hears of everything that is registered, and of the runs that go on")
  func runsGoOn() throws {
    let (first, second) = (Fact<BGTask>(), Fact<BGTask>())
    scheduler.register(forTaskWithIdentifier: "org.example.a", using: nil) { first.happens($0) }
    scheduler.register(forTaskWithIdentifier: "org.example.b", using: nil) { second.happens($0) }
    #expect(daemon.next(\.registration)?.runs == nil)
    daemon.launch("org.example.a", run: "run1")
    daemon.launch("org.example.b", run: "run2")
    let (taskA, taskB) = (try #require(first.wait()), try #require(second.wait()))
    taskA.setTaskCompleted(success: true)
    daemon.stop()
    try daemon.start()
    #expect(
      daemon.next(\.registration)
        == .init(application: "", identifiers: ["org.example.a", "org.example.b"], runs: ["run2"]))
    taskB.setTaskCompleted(success: true)
    #expect(daemon.next(\.completion) == .init(runId: "run2", success: true))
  }

  @Test("A completion while the daemon is away is told when it is back")
  func completionLater() throws {
    let task = try task()
    daemon.stop()
    // Whether the client has seen yet that the connection is gone is open: the daemon takes the completion
    // before the registration that names its run, too (R45).
    task.setTaskCompleted(success: true)
    try daemon.start()
    #expect(daemon.next(\.completion) == .init(runId: "run1", success: true))
    #expect(try Self.isForgotten(daemon))
  }

  @Test("Without a registration a completion waits, and is told after the one that names its run")
  func completionAfterRegistration() throws {
    let task = try task()
    daemon.stop()
    // Each call is taken, and its connection ends.
    daemon.answer { _ in [] }
    try daemon.start()
    #expect(daemon.next(\.registration)?.runs == ["run1"])
    task.setTaskCompleted(success: true)
    daemon.answer { _ in nil }
    #expect(daemon.next(\.registration)?.runs == ["run1"])
    #expect(daemon.next(\.completion) == .init(runId: "run1", success: true))
    #expect(try Self.isForgotten(daemon))
  }

  /// A run that the daemon has delivered.
  private func task() throws -> BGTask {
    let task = try scheduler.launchedTask(by: daemon)
    #expect(daemon.next(\.registration) != nil)
    return task
  }

  /// What was told is not said again: soon after the answer, a registration names no run.
  private static func isForgotten(_ daemon: ScriptedDaemon) throws -> Bool {
    for _ in 1...20 {
      daemon.stop()
      try daemon.start()
      guard let registration = daemon.next(\.registration) else { return false }
      if registration.runs == nil { return true }
    }
    return false
  }

  @Test("A run that the daemon gave up is dropped, and said on standard error")
  func givenUp() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let (daemon, scheduler) = try ScriptedDaemon.withScheduler()
      let task = try scheduler.launchedTask(by: daemon)
      daemon.stop()
      task.setTaskCompleted(success: true)
      daemon.answer { call in
        guard let end = call.completion else { return nil }
        return Message.error(SchedulerInterfaceError.noSuchRun(runId: end.runId))
      }
      try daemon.start()
      #expect(daemon.next(\.completion) == .init(runId: "run1", success: true))
      #expect(try Self.isForgotten(daemon))
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("the end of run run1, success: true, does not count"), "\(text)")
  }

  @Test("A run that is over for the daemon is told to stop when the connection is back")
  func overMeanwhile() throws {
    let (launched, expired) = (Fact<Bool>(), Fact<String>())
    scheduler.register(forTaskWithIdentifier: "org.example.a", using: nil) { task in
      task.expirationHandler = { expired.happens(task.expirationReason?.code ?? "") }
      launched.happens(true)
    }
    daemon.launch("org.example.a", run: "run1")
    #expect(launched.wait() == true)
    #expect(daemon.next(\.registration) != nil)
    daemon.stop()
    try daemon.start()
    #expect(daemon.next(\.registration)?.runs == ["run1"])
    daemon.expire("run1", reason: .init(code: "interrupted", message: "the daemon restarted"))
    #expect(expired.wait() == "interrupted")
  }

  @Test("The calls' connection is made again when the daemon was restarted between two calls")
  func callsGoOn() throws {
    try scheduler.submit(BGAppRefreshTaskRequest(identifier: "org.example.a"))
    daemon.stop()
    try daemon.start()
    try scheduler.submit(BGAppRefreshTaskRequest(identifier: "org.example.b"))
    #expect(daemon.next(\.submission)?.identifier == "org.example.a")
    #expect(daemon.next(\.submission)?.identifier == "org.example.b")
  }

  @Test(
    "A call whose connection ends before the answer is sent again when that does no harm; a submission is not"
  )
  func repeated() throws {
    try scheduler.submit(BGAppRefreshTaskRequest(identifier: "org.example.a"))
    let count = Counter()
    daemon.answer { call in
      if call.submission != nil { return [] }
      return call.cancellation != nil && count.next() == 1 ? [] : nil
    }
    scheduler.cancel(taskRequestWithIdentifier: "org.example.a")
    #expect(daemon.allCalls.compactMap(\.cancellation) == ["org.example.a", "org.example.a"])
    let error = #expect(throws: BGTaskScheduler.Error.self) {
      try scheduler.submit(BGAppRefreshTaskRequest(identifier: "org.example.b"))
    }
    #expect(error?.code == .unavailable)
    #expect(daemon.allCalls.compactMap(\.submission?.identifier) == ["org.example.a", "org.example.b"])
  }

  @Test(
    "A scheduler with nothing registered does not connect by itself, and ends its connection when it is gone")
  func quiet() throws {
    do {
      let scheduler = BGTaskScheduler(daemon)
      #expect(scheduler.applicationState == .background)
      #expect(daemon.allCalls.isEmpty)
      scheduler.register(forTaskWithIdentifier: "org.example.a", using: nil) { _ in }
      #expect(daemon.next(\.registration) != nil)
    }
    #expect(daemon.waitUntilAllHungUp())
  }

  @Test("A process that submits and returns from its main ends, also when it had registered something")
  func processEnds() async {
    await #expect(processExitsWith: .success) {
      let daemon = try ScriptedDaemon()
      let scheduler = BGTaskScheduler(daemon)
      try scheduler.submit(BGAppRefreshTaskRequest(identifier: "org.example.a"))
      scheduler.register(forTaskWithIdentifier: "org.example.a", using: nil) { _ in }
    }
  }

  @Test("R36: The application's state is said under its name, and again to a daemon that comes back")
  func applicationState() throws {
    // Nobody has said a name yet.
    scheduler.applicationState = .active
    scheduler.register(forTaskWithIdentifier: "org.example.a", using: nil) { _ in }
    let active = SchedulerMethod.SetApplicationState.Parameters(
      application: "org.example.app", state: .active)
    #expect(daemon.next(\.applicationState) == active)
    daemon.stop()
    try daemon.start()
    #expect(daemon.next(\.applicationState) == active)
    scheduler.applicationState = .background
    while let said = daemon.next(\.applicationState), said.state != .background {}
    #expect(scheduler.applicationState == .background)
  }
}
