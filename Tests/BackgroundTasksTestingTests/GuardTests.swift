import BackgroundTasks
import BackgroundTasksTesting
import Dispatch
import Testing

@Suite("What keeps a test from going on")
struct GuardTests {
  @Test("A handler that never completes its task is reported, with its identifier and what to call")
  func hangingTask() async throws {
    let simulated = SimulatedScheduler(permitting: [Identifier.index], hangTimeout: 0.05)
    simulated.scheduler.register(forTaskWithIdentifier: Identifier.index, using: nil) { _ in }
    try simulated.scheduler.submit(.index())
    let error = await #expect(throws: SimulationError.self) { try await simulated.advance(by: 0) }
    let message = try #require(error?.description)
    #expect(message.contains("org.example.index") && message.contains("setTaskCompleted(success:)"))
    #expect(error?.localizedDescription == message)
  }

  @Test(
    "A launch handler that does not return is reported, and so is one that keeps its expiration waiting"
  )
  func hangingHandler() async throws {
    let gate = DispatchSemaphore(value: 0)
    let simulated = SimulatedScheduler(permitting: [Identifier.index], hangTimeout: 0.3)
    simulated.scheduler.register(forTaskWithIdentifier: Identifier.index, using: nil) { task in
      task.expirationHandler = {}
      gate.wait()
      task.setTaskCompleted(success: false)
    }
    try simulated.scheduler.submit(.index())
    let stuck = await #expect(throws: SimulationError.self) {
      try await simulated.advance(by: 0, waitingFor: .handler)
    }
    #expect(stuck?.description.contains("has not returned") == true)
    simulated.scheduler.cancel(taskRequestWithIdentifier: Identifier.index)
    await #expect(throws: SimulationError.self) { try await simulated.advance(by: 0) }
    gate.signal()
    try await simulated.advance(by: 0)
    #expect(simulated.history.map(\.outcome) == [.cancelled])
  }

  @Test("A handler that submits itself again without a delay for ever is reported")
  func endless() async throws {
    let simulated = SimulatedScheduler(permitting: [Identifier.index])
    let scheduler = simulated.scheduler
    scheduler.register(forTaskWithIdentifier: Identifier.index, using: nil) { [weak scheduler] task in
      try? scheduler?.submit(.index())
      task.setTaskCompleted(success: true)
    }
    try scheduler.submit(.index())
    let error = await #expect(throws: SimulationError.self) { try await simulated.advance(by: 1) }
    #expect(error?.description.contains("earliestBeginDate") == true)
  }

  @Test("Time is advanced by one at a time, and never backwards")
  func oneAtATime() async throws {
    let simulated = SimulatedScheduler(permitting: [Identifier.index])
    let tasks = HeldTasks()
    simulated.scheduler.register(forTaskWithIdentifier: Identifier.index, using: nil) { task in
      Task {
        await #expect(throws: SimulationError.self) { try await simulated.advance(by: 1) }
        tasks.add(task)
        task.setTaskCompleted(success: true)
      }
    }
    try simulated.scheduler.submit(.index())
    try await simulated.advance(by: 10)
    #expect(tasks.all.count == 1)
    await #expect(throws: SimulationError.self) { try await simulated.advance(by: -1) }
    await #expect(throws: SimulationError.self) {
      try await simulated.advance(to: SimulatedScheduler.usualStart)
    }
    await #expect(throws: SimulationError.self) { try await simulated.advance(by: .nan) }
  }

  @Test("A test that is cancelled while it waits for a handler goes on with that error")
  func cancellation() async throws {
    let simulated = SimulatedScheduler(permitting: [Identifier.index], hangTimeout: 3600)
    let (calls, called) = AsyncStream<Void>.makeStream()
    simulated.scheduler.register(forTaskWithIdentifier: Identifier.index, using: nil) { _ in called.yield() }
    try simulated.scheduler.submit(.index())
    let waiting = Task { try await simulated.advance(by: 1) }
    for await _ in calls { break }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }
}
