import BackgroundTasks
import BackgroundTasksTesting
import Testing

@Suite("A refresh that submits itself again")
struct RefreshTests {
  /// The usual pattern: the handler submits the next request first.
  @discardableResult
  static func registerRefresh(
    on scheduler: BGTaskScheduler, every interval: TimeInterval, count: Counter
  ) -> Bool {
    scheduler.register(forTaskWithIdentifier: Identifier.refresh, using: nil) { task in
      try? submitRefresh(to: scheduler, after: interval)
      count.add()
      task.setTaskCompleted(success: true)
    }
  }

  static func submitRefresh(to scheduler: BGTaskScheduler, after interval: TimeInterval) throws {
    let request = BGAppRefreshTaskRequest(identifier: Identifier.refresh)
    request.earliestBeginDate = Date(timeIntervalSinceNow: interval)
    try scheduler.submit(request)
  }

  @Test("A week of a refresh every four hours: 42 launches, each on its date")
  func week() async throws {
    let simulated = SimulatedScheduler(permitting: [Identifier.refresh])
    let count = Counter()
    #expect(Self.registerRefresh(on: simulated.scheduler, every: 4 * 3600, count: count))
    try Self.submitRefresh(to: simulated.scheduler, after: 4 * 3600)
    try await simulated.advance(by: 7 * 24 * 3600)
    #expect(count.value == 42)
    let history = simulated.history
    #expect(history.allSatisfy { $0.outcome == .completed && $0.success == true })
    let dates = (1...42).map { SimulatedScheduler.usualStart.addingTimeInterval(Double($0) * 4 * 3600) }
    #expect(history.map(\.started) == dates)
    #expect(simulated.now == SimulatedScheduler.usualStart.addingTimeInterval(7 * 24 * 3600))
    #expect(simulated.pending.map(\.identifier) == [Identifier.refresh])
  }
}
