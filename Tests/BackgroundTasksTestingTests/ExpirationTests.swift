import BackgroundTasks
import Synchronization
import Testing

@testable import BackgroundTasksTesting

@Suite("Runs whose time is up")
struct ExpirationTests {
  private let simulated = SimulatedScheduler(permitting: [Identifier.index, Identifier.refresh])

  @Test("R30, R41: a refresh is told to stop after 30 seconds, and is lost when it does not within 5 more")
  func limit() async throws {
    let calls = Counter()
    simulated.scheduler.register(forTaskWithIdentifier: Identifier.refresh, using: nil) { task in
      task.expirationHandler = { calls.add() }
    }
    try simulated.scheduler.submit(BGAppRefreshTaskRequest(identifier: Identifier.refresh))
    try await simulated.advance(by: 29.9, waitingFor: .handler)
    #expect(calls.value == 0)
    try await simulated.advance(by: 0.1, waitingFor: .handler)
    #expect(calls.value == 1)
    #expect(simulated.running.first?.reason?.code == "runtimeLimit")
    try await simulated.advance(by: 5, waitingFor: .handler)
    let run = try #require(simulated.history.first)
    #expect(run.outcome == .killed)
    #expect(run.ended == SimulatedScheduler.usualStart + 35)
  }

  @Test("R42: without an expiration handler the task is complete and unsuccessful")
  func withoutHandler() async throws {
    let tasks = simulated.scheduler.registerHolding(Identifier.refresh)
    try simulated.scheduler.submit(BGAppRefreshTaskRequest(identifier: Identifier.refresh))
    try await simulated.advance(by: 60, waitingFor: .handler)
    let run = try #require(simulated.history.first)
    #expect(run.outcome == .expired && run.success == false)
    #expect(run.ended == SimulatedScheduler.usualStart + 30)
    try #require(tasks.last).setTaskCompleted(success: true)
    #expect(simulated.history.first?.success == false)
  }

  @Test("A handler that works in its launch handler and asks shouldDefer learns that its time is up")
  func polling() async throws {
    simulated.scheduler.register(forTaskWithIdentifier: Identifier.index, using: nil) { task in
      task.expirationHandler = {}
      while !task.shouldDefer {}
      task.setTaskCompleted(success: false)
    }
    try simulated.scheduler.submit(.index { $0.runtimeLimit = 120 })
    try await simulated.advance(by: 600, waitingFor: .handler)
    #expect(simulated.history.map(\.outcome) == [.expired])
    #expect(simulated.history.first?.ended == SimulatedScheduler.usualStart + 120)
  }

  @Test("Time goes on behind a handler that asks and goes on, and waits for the end of one told to stop")
  func asking() {
    var work = Work(identifier: Identifier.index, connection: nil, runIdentifier: nil)
    #expect(!work.isSettled(.handler))
    work.ask(shouldStop: false)
    #expect(work.isSettled(.handler) && !work.isSettled(.completion))
    // Its completion may be on its way.
    work.ask(shouldStop: true)
    #expect(!work.isSettled(.handler))
    // It does not mind.
    work.ask(shouldStop: true)
    #expect(work.isSettled(.handler))
  }

  @Test("R61: an expiration is simulated, with the reason that the test gives")
  func simulatedExpiration() async throws {
    let codes = Mutex<[String?]>([])
    simulated.scheduler.register(forTaskWithIdentifier: Identifier.index, using: nil) { task in
      task.expirationHandler = {
        codes.withLock { $0.append(task.expirationReason?.code) }
        task.setTaskCompleted(success: false)
      }
    }
    for reason in [nil, BGTaskReason(code: "thermalPressure", message: "the machine is hot")] {
      try simulated.scheduler.submit(.index())
      try await simulated.advance(by: 0, waitingFor: .handler)
      try await simulated.simulateExpiration(Identifier.index, reason: reason)
    }
    #expect(codes.withLock { $0 } == ["simulated", "thermalPressure"])
    #expect(simulated.history.map(\.reason?.code) == ["simulated", "simulated"])
    await #expect(throws: SimulationError.self) { try await simulated.simulateExpiration(Identifier.index) }
  }

  @Test("R60: a pending task is launched whatever it waits for, and that consumes it")
  func simulatedLaunch() async throws {
    simulated.scheduler.registerCompleting(Identifier.index)
    simulated.setConditions(atOnce: true) { $0.isIdle = false }
    await #expect(throws: SimulationError.self) { try await simulated.simulateLaunch(Identifier.index) }
    try simulated.scheduler.submit(.index { $0.earliestBeginDate = Date(timeIntervalSinceNow: 3600) })
    try await simulated.simulateLaunch(Identifier.index)
    #expect(simulated.history.map(\.started) == [SimulatedScheduler.usualStart])
    #expect(simulated.pending.isEmpty)
  }

  @Test("R51: continued processing that says nothing for a minute is stopped, and progress keeps it going")
  func stall() async throws {
    let tasks = HeldTasks()
    simulated.scheduler.register(forTaskWithIdentifier: Identifier.index, using: nil) { task in
      task.expirationHandler = { task.setTaskCompleted(success: false) }
      tasks.add(task)
    }
    try simulated.scheduler.submit(
      BGContinuedProcessingTaskRequest(identifier: Identifier.index, title: "Export", subtitle: "Photos"))
    try await simulated.advance(by: 0, waitingFor: .handler)
    let task = try #require(tasks.last as? BGContinuedProcessingTask)
    task.progress.totalUnitCount = 100
    for step in 1...3 {
      try await simulated.advance(by: 50, waitingFor: .handler)
      task.progress.completedUnitCount = Int64(step)
    }
    #expect(simulated.running.first?.completedUnitCount == 3)
    try await simulated.advance(by: 60, waitingFor: .handler)
    let run = try #require(simulated.history.first)
    #expect(run.reason?.code == "stalled" && run.completedUnitCount == 3 && run.totalUnitCount == 100)
    #expect(run.ended == SimulatedScheduler.usualStart + 210)
  }
}
