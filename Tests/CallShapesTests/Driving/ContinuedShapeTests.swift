import BackgroundTasks
import BackgroundTasksTesting
import Testing

@Suite("Continued processing")
@MainActor
struct ContinuedShapeTests {
  @Test("Progress and titles of an export that is started now, and its end")
  func export() async throws {
    let simulated = SimulatedScheduler(permitting: ["\(ExportSession.prefix).*"])
    let session = ExportSession(scheduler: simulated.scheduler)
    await session.start(job: "one")
    #expect(session.mode == .background)
    try await simulated.advance(by: 0, waitingFor: .handler)
    for step in 1...4 {
      session.report(Double(step) / 4)
      try await simulated.advance(by: 30, waitingFor: .handler)
    }
    #expect(session.fraction == 1 && session.subtitle == "100 percent")
    #expect(simulated.running.map(\.completedUnitCount) == [100])
    session.finish()
    try await simulated.advance(by: 0)
    #expect(simulated.history.map(\.outcome) == [.completed])
  }

  @Test("A person stops it, and the session hears it")
  func stopped() async throws {
    let simulated = SimulatedScheduler(permitting: ["\(ExportSession.prefix).*"])
    let session = ExportSession(scheduler: simulated.scheduler)
    await session.start(job: "one")
    try await simulated.advance(by: 0, waitingFor: .handler)
    simulated.scheduler.cancel(taskRequestWithIdentifier: ExportSession.identifier(for: "one"))
    try await simulated.advance(by: 0)
    #expect(session.wasStopped && !session.isFinished)
    #expect(simulated.history.map(\.outcome) == [.cancelled])
  }

  @Test("What cannot run in the background goes on in the foreground")
  func fallBack() async throws {
    var configuration = SimulatedScheduler.Configuration()
    configuration.maximumConcurrentRuns = 1
    let simulated = SimulatedScheduler(
      permitting: ["\(ExportSession.prefix).*"], configuration: configuration)
    let first = ExportSession(scheduler: simulated.scheduler)
    await first.start(job: "one")
    let second = ExportSession(scheduler: simulated.scheduler)
    await second.start(job: "two")
    #expect(first.mode == .background && second.mode == .foreground("busy"))
    let outsider = ExportSession(scheduler: SimulatedScheduler(permitting: []).scheduler)
    await outsider.start(job: "three")
    #expect(outsider.mode == .foreground("not permitted"))
  }

  @Test("Libraries report through ProgressReporting, with children")
  func children() async throws {
    let simulated = SimulatedScheduler(permitting: ["org.example.conversion"])
    simulated.scheduler.register(forTaskWithIdentifier: "org.example.conversion", using: nil) { task in
      guard let task = task as? BGContinuedProcessingTask else {
        return task.setTaskCompleted(success: false)
      }
      ConversionSteps.run(reporting: task)
      task.setTaskCompleted(success: true)
    }
    try simulated.scheduler.submit(
      BGContinuedProcessingTaskRequest(
        identifier: "org.example.conversion", title: "Converting", subtitle: "Films"))
    try await simulated.advance(by: 0)
    #expect(simulated.history.map(\.completedUnitCount) == [10])
    #expect(simulated.history.map(\.totalUnitCount) == [10])
  }
}
