import BackgroundTasks
import BackgroundTasksTesting
import Synchronization
import Testing

@Suite("Calls that the application has under way")
struct OpenCallTests {
  private let simulated = SimulatedScheduler(permitting: ["org.example.*"], hangTimeout: 10)
  private let identifier = "org.example.a"

  private func register() {
    simulated.scheduler.register(forTaskWithIdentifier: identifier, using: nil) { task in
      task.setTaskCompleted(success: true)
    }
  }

  /// The application submits in a minute's time; the test gives it that minute at once.
  nonisolated(nonsending) private func advance(_ minute: Int) async throws {
    try await simulated.advance(by: 60)
    #expect(simulated.history.map(\.started).last == SimulatedScheduler.usualStart + 60 * Double(minute))
  }

  private static func request(_ identifier: String) -> BGTaskRequest {
    let request = BGProcessingTaskRequest(identifier: identifier)
    request.earliestBeginDate = Date(timeIntervalSinceNow: 60)
    return request
  }

  @Test("Virtual time waits for handlers of getPendingTaskRequests, which submit")
  func pendingRequests() async throws {
    register()
    for minute in 1...50 {
      simulated.scheduler.getPendingTaskRequests { [scheduler = simulated.scheduler, identifier] requests in
        if requests.isEmpty { try? scheduler.submit(Self.request(identifier)) }
      }
      try await advance(minute)
    }
  }

  @Test("Virtual time waits for handlers on an actor")
  @MainActor
  func actorsHandlers() async throws {
    register()
    for minute in 1...50 {
      simulated.scheduler.getPendingTaskRequests { requests in
        MainActor.assertIsolated()
        if requests.isEmpty { try? simulated.scheduler.submit(Self.request(identifier)) }
      }
      try await advance(minute)
    }
  }

  @Test("Virtual time waits for submissions, and for their completion handlers")
  func submissions() async throws {
    register()
    for minute in 1...50 {
      let done = Mutex(false)
      simulated.scheduler.submitTaskRequest(Self.request(identifier)) { error in
        done.withLock { $0 = error == nil }
      }
      try await advance(minute)
      #expect(done.withLock { $0 })
    }
  }

  @Test("Virtual time waits for what the main actor awaits, and for what it does with the answer")
  @MainActor
  func asynchronousForms() async throws {
    register()
    for minute in 1...50 {
      let work = Task.immediate {
        guard await simulated.scheduler.pendingTaskRequests().isEmpty else { return }
        try await simulated.scheduler.submitTaskRequest(Self.request(identifier))
      }
      try await advance(minute)
      try await work.value
    }
  }

  @Test("A handler that does not return is said to be what hangs")
  func hanging() async throws {
    let simulated = SimulatedScheduler(permitting: ["org.example.*"], hangTimeout: 0.1)
    let goOn = DispatchSemaphore(value: 0)
    simulated.scheduler.getPendingTaskRequests { _ in goOn.wait() }
    let error = await #expect(throws: SimulationError.self) { try await simulated.advance(by: 1) }
    #expect(error?.description.contains("getPendingTaskRequests") == true)
    #expect(simulated.now == SimulatedScheduler.usualStart)
    goOn.signal()
    try await simulated.advance(by: 1)
  }
}
