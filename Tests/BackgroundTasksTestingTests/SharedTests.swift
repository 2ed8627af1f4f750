import BackgroundTasks
import BackgroundTasksTesting
import Testing

@Suite("Code that says BGTaskScheduler.shared")
struct SharedTests {
  @Test("It runs against the simulation while the body runs, and finds no trace of it afterwards")
  func shared() async throws {
    let simulated = SimulatedScheduler(permitting: [Identifier.refresh])
    let count = Counter()
    let value = try await simulated.withShared {
      RefreshTests.registerRefresh(on: .shared, every: 3600, count: count)
      try RefreshTests.submitRefresh(to: .shared, after: 3600)
      try await simulated.advance(by: 24 * 3600)
      return await BGTaskScheduler.shared.pendingTaskRequests().count
    }
    #expect(count.value == 24 && value == 1)
    // The process is gone; its request is not.
    #expect(simulated.pending.count == 1)
    #expect(simulated.explain(Identifier.refresh)?.reasons.map(\.code).contains("noHandler") == true)
    try await simulated.withShared {
      RefreshTests.registerRefresh(on: .shared, every: 3600, count: count)
      try await simulated.advance(by: 3600)
    }
    #expect(count.value == 25)
  }

  @Test("The application is launched, again and again, and registers with the shared scheduler each time")
  func launches() async throws {
    let count = Counter()
    let simulated = SimulatedScheduler(permitting: [Identifier.refresh]) { _ in
      RefreshTests.registerRefresh(on: .shared, every: 3600, count: count)
    }
    try await simulated.withShared {
      try RefreshTests.submitRefresh(to: .shared, after: 3600)
      try await simulated.advance(by: 24 * 3600)
    }
    #expect(count.value == 24)
    #expect(simulated.log.filter { $0.event == .applicationLaunched }.count == 24)
  }

  @Test("The main actor's code and handlers run there")
  @MainActor
  func mainActor() async throws {
    let simulated = SimulatedScheduler(permitting: [Identifier.index])
    var runs = 0
    try await simulated.withShared {
      BGTaskScheduler.shared.register(forTaskWithIdentifier: Identifier.index, using: nil) { task in
        runs += 1
        task.setTaskCompleted(success: true)
      }
      try BGTaskScheduler.shared.submit(.index())
      try await simulated.advance(by: 0)
    }
    #expect(runs == 1)
  }

  @Test(
    "NSBackgroundActivityScheduler runs every interval, within its tolerance, and comes back when it deferred"
  )
  func activities() async throws {
    let simulated = SimulatedScheduler(permitting: [Identifier.index])
    let count = Counter()
    try await simulated.withShared {
      let activity = NSBackgroundActivityScheduler(identifier: Identifier.index)
      activity.repeats = true
      activity.interval = 3600
      activity.tolerance = 600
      activity.schedule { completion in
        count.add()
        completion(count.value == 2 ? .deferred : .finished)
      }
      try await simulated.advance(by: 10 * 3600)
      activity.invalidate()
    }
    let runs = simulated.history(of: Identifier.index)
    #expect((10...11).contains(runs.count))
    #expect(runs.filter { $0.success == false }.count == 1)
    #expect(runs.filter { $0.attempt == 2 }.count == 1)
    #expect(simulated.pending.isEmpty)
  }
}
