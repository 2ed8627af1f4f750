import BackgroundTasks
import BackgroundTasksTesting
import Foundation
import Testing

@Suite("Requests")
struct RequestShapeTests {
  @Test("Convenience initialisers in extensions, and requests made from values and back")
  func extensions() async throws {
    let simulated = SimulatedScheduler(permitting: ["org.example.*"], clock: .simulated)
    for name in ["a", "b"] {
      simulated.scheduler.register(forTaskWithIdentifier: "org.example.\(name)", using: nil) { task in
        task.setTaskCompleted(success: true)
      }
    }
    let requirements = ProcessingRequirements(
      earliestBeginDate: simulated.now + 60, requiresNetworkConnectivity: true, requiresExternalPower: true)
    try simulated.scheduler.submit(
      BGProcessingTaskRequest(identifier: "org.example.a", requirements: requirements))
    let pending = await simulated.scheduler.pendingTaskRequests()
    let found = try #require(pending.first as? BGProcessingTaskRequest)
    #expect(ProcessingRequirements(found) == requirements)
    #expect(BGAppRefreshTaskRequest(identifier: "org.example.b", after: 60).earliestBeginDate != nil)
  }

  @Test("Subclasses of requests are submitted as what they are subclasses of")
  func subclasses() async throws {
    let simulated = SimulatedScheduler(permitting: ["org.example.*"], clock: .simulated)
    simulated.setConditions(atOnce: true) { $0.power = .battery }
    for identifier in [FireDateRequest.identifier, "org.example.nightly"] {
      simulated.scheduler.register(forTaskWithIdentifier: identifier, using: nil) { task in
        task.setTaskCompleted(success: true)
      }
    }
    let date = simulated.now + 3600
    try simulated.scheduler.submit(FireDateRequest(fireDate: date, note: "kept by nobody"))
    try simulated.scheduler.submit(NightlyRequest(identifier: "org.example.nightly"))
    let pending = await simulated.scheduler.pendingTaskRequests()
    #expect(pending.map { type(of: $0) == BGAppRefreshTaskRequest.self } == [true, false])
    #expect((pending.last as? BGProcessingTaskRequest)?.requiresExternalPower == true)
    try await simulated.advance(by: 3600)
    #expect(simulated.history.map(\.started) == [date])
  }
}
