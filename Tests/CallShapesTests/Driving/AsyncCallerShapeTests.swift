import BackgroundTasks
import BackgroundTasksTesting
import Testing

@Suite("Asynchronous callers")
struct AsyncCallerShapeTests {
  @Test("Asynchronous forms leave the caller its requests: the main actor, an actor, and no actor")
  @MainActor
  func asynchronousCallers() async throws {
    let simulated = SimulatedScheduler(permitting: ["org.example.settings.*"])
    for name in ["nightly", "plan", "a", "b"] {
      simulated.scheduler.register(forTaskWithIdentifier: "org.example.settings.\(name)", using: nil) { _ in }
    }
    let model = SettingsModel()
    try await model.enable(simulated.scheduler)
    #expect(model.pending.map(\.identifier) == ["org.example.settings.nightly"])
    #expect(try await Planner().plan(simulated.scheduler) == 2)
    let all = try await submitAll(
      ["org.example.settings.a", "org.example.settings.b"], to: simulated.scheduler)
    #expect(all.count == 4)
  }
}
