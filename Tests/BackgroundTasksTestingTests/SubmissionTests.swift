import BackgroundTasks
import BackgroundTasksTesting
import Testing

@Suite("Rules of submission")
struct SubmissionTests {
  private let simulated = SimulatedScheduler(permitting: [Identifier.index, Identifier.refresh])

  /// Submits a request that is refused, and returns the code of that.
  private func refusal(of request: BGTaskRequest, by scheduler: BGTaskScheduler) -> BGTaskScheduler.Error
    .Code?
  {
    #expect(throws: BGTaskScheduler.Error.self) { try scheduler.submit(request) }?.code
  }

  @Test("R3: an identifier that is not permitted cannot be registered, and the log says what to do")
  func notPermitted() {
    #expect(!simulated.scheduler.registerCompleting("org.example.other"))
    #expect(simulated.logText.contains("org.example.other: refused: "))
    #expect(simulated.logText.contains("PermittedIdentifiers="))
  }

  @Test("R5: a pattern permits what begins so, and each identifier is registered by itself")
  func pattern() {
    let simulated = SimulatedScheduler(permitting: ["org.example.upload.*"])
    #expect(simulated.scheduler.registerCompleting("org.example.upload.1"))
    #expect(simulated.scheduler.registerCompleting("org.example.upload.2"))
    #expect(!simulated.scheduler.registerCompleting("org.example.upload"))
  }

  @Test("R10: submitting a pending identifier again replaces the request")
  func replacing() async throws {
    simulated.scheduler.registerCompleting(Identifier.index)
    for hours in [1, 2] {
      try simulated.scheduler.submit(
        .index { $0.earliestBeginDate = Date(timeIntervalSinceNow: Double(hours) * 3600) })
    }
    #expect(simulated.pending.map(\.earliestBeginDate) == [SimulatedScheduler.usualStart + 7200])
    #expect(
      simulated.log.compactMap { if case .submitted(_, let replacing) = $0.event { replacing } else { nil } }
        == [false, true])
    try await simulated.advance(by: 3 * 3600)
    #expect(simulated.history.map(\.started) == [SimulatedScheduler.usualStart + 7200])
  }

  @Test("R11: the second refresh and the eleventh processing request are too many")
  func limits() throws {
    let simulated = SimulatedScheduler(permitting: ["org.example.*"])
    for name in ["a", "b"] { simulated.scheduler.registerCompleting("org.example.refresh.\(name)") }
    func refresh(_ name: String) -> BGTaskRequest {
      let request = BGAppRefreshTaskRequest(identifier: "org.example.refresh.\(name)")
      request.earliestBeginDate = Date(timeIntervalSinceNow: 60)
      return request
    }
    try simulated.scheduler.submit(refresh("a"))
    #expect(refusal(of: refresh("b"), by: simulated.scheduler) == .tooManyPendingTaskRequests)
    for number in 1...11 {
      let request = BGProcessingTaskRequest(identifier: "org.example.processing.\(number)")
      request.earliestBeginDate = Date(timeIntervalSinceNow: 60)
      simulated.scheduler.registerCompleting(request.identifier)
      if number <= 10 {
        try simulated.scheduler.submit(request)
      } else {
        #expect(throws: BGTaskScheduler.Error.self) { try simulated.scheduler.submit(request) }
      }
    }
    #expect(simulated.pending.count == 11)
  }

  @Test("R13: a kind that is switched off is unavailable")
  func unavailable() {
    var configuration = SimulatedScheduler.Configuration()
    configuration.disabledKinds = [.refresh]
    let simulated = SimulatedScheduler(permitting: [Identifier.refresh], configuration: configuration)
    simulated.scheduler.registerCompleting(Identifier.refresh)
    let refresh = BGAppRefreshTaskRequest(identifier: Identifier.refresh)
    #expect(refusal(of: refresh, by: simulated.scheduler) == .unavailable)
  }

  @Test("R14, R52: without room a continued task waits for its turn or is refused, as its strategy says")
  func continued() async throws {
    var configuration = SimulatedScheduler.Configuration()
    configuration.maximumConcurrentRuns = 1
    let simulated = SimulatedScheduler(permitting: ["org.example.*"], configuration: configuration)
    let tasks = HeldTasks()
    func request(_ name: String, _ strategy: BGContinuedProcessingTaskRequest.SubmissionStrategy)
      -> BGTaskRequest
    {
      let request = BGContinuedProcessingTaskRequest(
        identifier: "org.example.\(name)", title: "Export", subtitle: name)
      request.strategy = strategy
      return request
    }
    for name in ["a", "b", "c"] { simulated.scheduler.registerHolding("org.example.\(name)", tasks) }
    try simulated.scheduler.submit(request("a", .fail))
    try simulated.scheduler.submit(request("b", .queue))
    #expect(refusal(of: request("c", .fail), by: simulated.scheduler) == .immediateRunIneligible)
    try await simulated.advance(by: 1, waitingFor: .handler)
    #expect(simulated.running.map(\.identifier) == ["org.example.a"])
    try #require(tasks.last).setTaskCompleted(success: true)
    try await simulated.advance(by: 1, waitingFor: .handler)
    #expect(simulated.running.map(\.identifier) == ["org.example.b"])
  }

  @Test("R15: without a handler and without a way to launch the application, a request is not permitted")
  func withoutHandler() {
    #expect(refusal(of: .index(), by: simulated.scheduler) == .notPermitted)
  }

  @Test("R20: cancelling ends what waits, and tells what runs to stop")
  func cancelling() async throws {
    let reasons = HeldTasks()
    simulated.scheduler.register(forTaskWithIdentifier: Identifier.index, using: nil) { task in
      task.expirationHandler = {
        reasons.add(task)
        task.setTaskCompleted(success: false)
      }
    }
    try simulated.scheduler.submit(.index { $0.earliestBeginDate = Date(timeIntervalSinceNow: 60) })
    simulated.scheduler.cancel(taskRequestWithIdentifier: Identifier.index)
    #expect(simulated.pending.isEmpty)
    try simulated.scheduler.submit(.index())
    try await simulated.advance(by: 1, waitingFor: .handler)
    simulated.scheduler.cancel(taskRequestWithIdentifier: Identifier.index)
    try await simulated.advance(by: 0)
    #expect(reasons.last?.expirationReason?.code == "cancelled")
    #expect(simulated.history.map(\.outcome) == [.cancelled])
  }

  @Test("R5: a handler of a pattern gets every task that it covers, under its own name")
  func patterns() async throws {
    let simulated = SimulatedScheduler(permitting: ["org.example.export.*"])
    #expect(!simulated.scheduler.register(forTaskWithIdentifier: "org.example.*", using: nil) { _ in })
    let tasks = simulated.scheduler.registerHolding("org.example.export.*")
    for name in ["a", "b"] {
      let identifier = "org.example.export.\(name)"
      try simulated.scheduler.submit(
        BGContinuedProcessingTaskRequest(identifier: identifier, title: name, subtitle: ""))
      try await simulated.advance(by: 1, waitingFor: .handler)
      #expect(tasks.last?.identifier == identifier && tasks.last is BGContinuedProcessingTask)
      tasks.last?.setTaskCompleted(success: true)
    }
    try await simulated.advance(by: 1)
    #expect(simulated.history.map(\.identifier) == ["org.example.export.a", "org.example.export.b"])
  }

  @Test("R21: the pending requests are copies with the application's dates, and none that was launched")
  func pendingRequests() async throws {
    let tasks = simulated.scheduler.registerHolding(Identifier.index)
    simulated.scheduler.registerCompleting(Identifier.refresh)
    try simulated.scheduler.submit(.index())
    let refresh = BGAppRefreshTaskRequest(identifier: Identifier.refresh)
    refresh.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
    try simulated.scheduler.submit(refresh)
    try await simulated.advance(by: 600, waitingFor: .handler)
    let pending = await simulated.scheduler.pendingTaskRequests()
    #expect(pending.map(\.identifier) == [Identifier.refresh])
    let found = try #require(pending.first)
    #expect(found !== refresh && found is BGAppRefreshTaskRequest)
    // An hour had been asked for and ten minutes have passed, so to the application it is fifty minutes away.
    let left = try #require(found.earliestBeginDate).timeIntervalSinceNow
    #expect(abs(left - 3000) < 60)
    tasks.last?.setTaskCompleted(success: true)
  }

  @Test("Dates that the application reads from the simulation's clock stay as they are")
  func simulatedClock() async throws {
    let simulated = SimulatedScheduler(permitting: [Identifier.index], clock: .simulated)
    simulated.scheduler.registerCompleting(Identifier.index)
    let date = simulated.now + 90.5
    try simulated.scheduler.submit(.index { $0.earliestBeginDate = date })
    #expect(await simulated.scheduler.pendingTaskRequests().map(\.earliestBeginDate) == [date])
    try await simulated.advance(to: date)
    #expect(simulated.history.map(\.started) == [date])
  }
}
