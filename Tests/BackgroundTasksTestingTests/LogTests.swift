import BackgroundTasks
import BackgroundTasksTesting
import Testing

@Suite("The log of decisions")
struct LogTests {
  /// A day with two tasks, several of them at once, and with power that comes and goes.
  static func day(seed: UInt64) async throws -> SimulatedScheduler {
    let simulated = SimulatedScheduler(permitting: ["org.example.*"], seed: seed)
    for name in ["a", "b", "c"] {
      let identifier = "org.example.\(name)"
      simulated.scheduler.register(forTaskWithIdentifier: identifier, using: nil) { task in
        Task {
          await Task.yield()
          task.setTaskCompleted(success: name != "c")
        }
      }
      let request = BGProcessingTaskRequest(identifier: identifier)
      request.repeatInterval = 3600
      request.requiresExternalPower = name == "b"
      request.retry = .init(backoff: .linear, initialInterval: 60, maximumAttempts: 3)
      try simulated.scheduler.submit(request)
    }
    for hour in 0..<24 {
      simulated.setConditions { $0.power = hour.isMultiple(of: 3) ? .battery : .external }
      try await simulated.advance(by: 3600)
    }
    return simulated
  }

  @Test("The same test has the same log each time; another seed only gives runs other names")
  func determinism() async throws {
    let first = try await Self.day(seed: 7)
    let second = try await Self.day(seed: 7)
    #expect(first.log == second.log)
    #expect(first.log.count > 300)
    let other = try await Self.day(seed: 8)
    #expect(first.log != other.log)
    #expect(first.history.map(\.started) == other.history.map(\.started))
  }

  @Test("Each line says the date, the task, what happened and why")
  func lines() async throws {
    let simulated = SimulatedScheduler(permitting: [Identifier.index])
    simulated.setConditions(atOnce: true) { $0.power = .battery }
    simulated.scheduler.registerCompleting(Identifier.index)
    try simulated.scheduler.submit(.index { $0.requiresExternalPower = true })
    try await simulated.advance(by: 90)
    simulated.setConditions { $0.power = .external }
    try await simulated.advance(by: 10)
    let expected = """
      2026-01-05T00:00:00Z Conditions changed; not met: none.
      2026-01-05T00:00:00Z Conditions changed; not met: externalPower.
      2026-01-05T00:00:00Z org.example.index: submitted; waits: it needs external power (battery).
      2026-01-05T00:01:30Z Conditions changed; not met: externalPower.
      2026-01-05T00:01:35Z Conditions changed; not met: none.
      2026-01-05T00:01:35Z org.example.index: starts (attempt 1).
      2026-01-05T00:01:35Z org.example.index: is running.
      2026-01-05T00:01:35Z org.example.index: completed.

      """
    #expect(simulated.logText == expected)
    #expect(simulated.log.filter { $0.identifier == Identifier.index }.count == 4)
  }
}
