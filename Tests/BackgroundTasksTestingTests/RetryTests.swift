import BackgroundTasks
import BackgroundTasksTesting
import Testing

@Suite("Trying again, and giving up")
struct RetryTests {
  @Test(
    "R44: what fails is tried again only when its request says so, after growing pauses, and then given up")
  func backoff() async throws {
    let simulated = SimulatedScheduler(permitting: [Identifier.index])
    simulated.scheduler.registerCompleting(Identifier.index, success: false)
    try simulated.scheduler.submit(.index())
    try await simulated.advance(by: 24 * 3600)
    #expect(simulated.history.count == 1)
    try simulated.scheduler.submit(
      .index { $0.retry = .init(backoff: .exponential, initialInterval: 60, maximumAttempts: 4) })
    let start = simulated.now
    try await simulated.advance(by: 24 * 3600)
    let attempts = simulated.history.dropFirst()
    #expect(attempts.map { $0.started.timeIntervalSince(start) } == [0, 60, 180, 420])
    #expect(attempts.map(\.attempt) == [1, 2, 3, 4])
    #expect(simulated.pending.isEmpty)
    let gaveUp = simulated.log.last { if case .gaveUp = $0.event { true } else { false } }
    #expect(gaveUp?.description.hasSuffix("org.example.index: given up after 4 attempts.") == true)
  }

  @Test("A deadline that passes runs the task in spite of its requirements, or drops it")
  func deadlines() async throws {
    let simulated = SimulatedScheduler(permitting: ["org.example.*"])
    simulated.setConditions(atOnce: true) { $0.power = .battery }
    for (name, policy) in [
      ("org.example.run", BGTaskRequest.DeadlinePolicy.run), ("org.example.drop", .drop),
      ("org.example.wait", .wait),
    ] {
      simulated.scheduler.registerCompleting(name)
      let request = BGProcessingTaskRequest(identifier: name)
      request.requiresExternalPower = true
      request.deadline = Date(timeIntervalSinceNow: 3600)
      request.deadlinePolicy = policy
      try simulated.scheduler.submit(request)
    }
    try await simulated.advance(by: 2 * 3600)
    let hour = SimulatedScheduler.usualStart + 3600
    let outcomes = Dictionary(uniqueKeysWithValues: simulated.history.map { ($0.identifier, $0.outcome) })
    #expect(outcomes == ["org.example.run": .completed, "org.example.drop": .missed])
    #expect(simulated.history.allSatisfy { $0.ended == hour })
    #expect(simulated.pending.map(\.identifier) == ["org.example.wait"])
  }

  @Test("A repeating request comes round on its grid, and one run makes up for what was missed")
  func repeating() async throws {
    let simulated = SimulatedScheduler(permitting: [Identifier.index])
    simulated.scheduler.registerCompleting(Identifier.index)
    try simulated.scheduler.submit(.index { $0.repeatInterval = 6 * 3600 })
    try await simulated.advance(by: 24 * 3600)
    #expect(
      simulated.history.map { $0.started.timeIntervalSince(SimulatedScheduler.usualStart) / 3600 } == [
        0, 6, 12, 18, 24,
      ])
    simulated.setConditions(atOnce: true) { $0.isIdle = false }
    try await simulated.advance(by: 20 * 3600)
    simulated.setAllRequirementsMet()
    try await simulated.advance(by: 0)
    let missed = simulated.log.compactMap {
      if case .launching(_, let missed) = $0.event { missed } else { nil }
    }
    #expect(missed == [0, 0, 0, 0, 0, 2])
  }
}
