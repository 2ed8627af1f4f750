import BackgroundTasks
import BackgroundTasksTesting
import Testing

@Suite("A handler that submits its task again at once")
struct ResubmissionTests {
  @Test(
    "R37: it runs again a distance later, whether it submits before it completes or right after: 12 an hour",
    arguments: [true, false], [Identifier.refresh, Identifier.index])
  func resubmission(isBefore: Bool, identifier: String) async throws {
    var configuration = SimulatedScheduler.Configuration()
    configuration.processingSpacing = configuration.refreshSpacing
    let simulated = SimulatedScheduler(permitting: [identifier], configuration: configuration)
    let scheduler = simulated.scheduler
    let runs = Counter()
    @Sendable func submit() throws {
      try scheduler.submit(
        identifier == Identifier.refresh ? BGAppRefreshTaskRequest(identifier: identifier) : .index())
    }
    scheduler.register(forTaskWithIdentifier: identifier, using: nil) { task in
      runs.add()
      do {
        if isBefore { try submit() }
        task.setTaskCompleted(success: true)
        if !isBefore { try submit() }
      } catch {
        Issue.record(error)
      }
    }
    try submit()
    try await simulated.advance(by: 3599)
    let history = simulated.history
    let starts = history.map { $0.started.timeIntervalSince(SimulatedScheduler.usualStart) }
    #expect(starts == (0..<12).map { Double($0) * 300 })
    #expect(history.allSatisfy { $0.outcome == .completed && $0.success == true && $0.attempt == 1 })
    #expect(runs.value == 12)
    // There is one that waits, and says for what.
    #expect(simulated.pending.map(\.identifier) == [identifier])
    #expect(simulated.explain(identifier)?.reasons.map(\.code) == ["spacing"])
  }

  @Test("A handler that submits again while its task goes on has one run at a time")
  func behind() async throws {
    let simulated = SimulatedScheduler(permitting: [Identifier.index])
    let tasks = simulated.scheduler.registerHolding(Identifier.index)
    try simulated.scheduler.submit(.index())
    try await simulated.advance(by: 0, waitingFor: .handler)
    for _ in 0..<3 { try simulated.scheduler.submit(.index()) }
    #expect(simulated.explain(Identifier.index)?.reasons.map(\.code) == ["alreadyRunning"])
    #expect(simulated.pending.count == 1)
    tasks.last?.setTaskCompleted(success: true)
    try await simulated.advance(by: 0, waitingFor: .handler)
    #expect(tasks.all.count == 2)
    tasks.last?.setTaskCompleted(success: true)
    try await simulated.advance(by: 3600)
    #expect(tasks.all.count == 2)
    #expect(simulated.history.map(\.outcome) == [.completed, .completed])
  }
}
