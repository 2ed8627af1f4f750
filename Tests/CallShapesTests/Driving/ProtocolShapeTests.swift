import BackgroundTasks
import BackgroundTasksTesting
import Testing

@Suite("Abstractions over scheduler and task")
struct ProtocolShapeTests {
  @Test("A protocol that the scheduler conforms to, with a double for tests of the old kind")
  func schedulerProtocol() async throws {
    let simulated = SimulatedScheduler(permitting: [FeedUpdater.identifier])
    let updater = FeedUpdater(scheduler: simulated.scheduler)
    updater.start()
    // It asks for what is pending before it submits, which takes as long as it takes.
    while simulated.pending.isEmpty { await Task.yield() }
    try await simulated.advance(by: 3600)
    #expect(updater.updates == 1)
    #expect(simulated.history.first?.started == SimulatedScheduler.usualStart + 15 * 60)

    let double = SchedulerDouble()
    let other = FeedUpdater(scheduler: double)
    other.start()
    #expect(double.submitted.map(\.identifier) == [FeedUpdater.identifier])
    #expect(await double.pendingTaskRequests().first is BGAppRefreshTaskRequest)
    #expect(double.handlers.keys.sorted() == [FeedUpdater.identifier])
    other.stop()
    #expect(double.submitted.isEmpty)
  }

  @Test("A protocol that the task conforms to, and a registration with it as the handler's parameter")
  func taskProtocol() async throws {
    let simulated = SimulatedScheduler(permitting: [ThumbnailJob.identifier])
    let job = ThumbnailJob(scheduler: simulated.scheduler)
    #expect(job.register())
    try job.submit()
    try await simulated.advance(by: 0)
    #expect(simulated.history.map(\.success) == [true])

    let double = JobDouble(identifier: ThumbnailJob.identifier)
    ThumbnailJob.handle(double)
    double.expire()
    #expect(double.completions == [true, false])
  }

  @Test("An actor that owns the scheduler, with handlers from within and from outside of it")
  func actorOwner() async throws {
    let simulated = SimulatedScheduler(permitting: ["org.example.backup.*"])
    let manager = BackupManager(scheduler: simulated.scheduler)
    #expect(manager.registerNightly())
    #expect(await manager.registerIfNeeded())
    #expect(await manager.registerIfNeeded(), "the second time it only looks")
    #expect(await manager.registerIsolated("org.example.backup.isolated"))
    #expect(try await manager.scheduleNightly())
    #expect(try await !manager.scheduleNightly(), "it is pending already")
    try await manager.submitNow()
    try simulated.scheduler.submit(BGProcessingTaskRequest(identifier: "org.example.backup.isolated"))
    try await simulated.advance(by: 2 * 3600)
    let backups = await manager.backups
    #expect(
      backups == [BackupManager.now, "isolated org.example.backup.isolated", BackupManager.nightly])
    #expect(simulated.history.allSatisfy { $0.success == true })
  }

  @Test("A registrar with handlers in a dictionary, whose default arguments say .shared")
  func handlerDictionary() async throws {
    let simulated = SimulatedScheduler(permitting: ["org.example.*"])
    try await simulated.withShared {
      let registrar = TaskRegistrar()
      registrar.register(TaskConfiguration(identifier: "org.example.a", kind: .refresh, interval: 3600)) {
        true
      }
      registrar.register(TaskConfiguration(identifier: "org.example.b", kind: .processing, interval: 7200)) {
        false
      }
      await registrar.scheduleMissing()
      await registrar.scheduleMissing()
      try await simulated.advance(by: 6 * 3600)
    }
    #expect(simulated.history(of: "org.example.a").count == 6)
    #expect(simulated.history(of: "org.example.b").map(\.success) == [false, false, false])
  }
}
