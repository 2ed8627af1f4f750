import BackgroundTasks
import BackgroundTasksTesting
import Foundation
import Testing

@Suite("Handlers")
struct HandlerShapeTests {
  @Test("Task { } in the handler, and a second one that completes")
  func asyncHandlers() async throws {
    let simulated = SimulatedScheduler(permitting: ["org.example.sync.*"])
    try await simulated.withShared {
      let service = SyncService()
      let coordinator = SyncCoordinator(service: service)
      coordinator.registerTasks()
      coordinator.scheduleRefresh()
      try coordinator.scheduleProcessing()
      try await simulated.advance(by: 3 * 3600)
      #expect(await service.synced == 4)
    }
    #expect(simulated.history.allSatisfy { $0.success == true })
  }

  @Test("An expiration cancels that task, which completes as unsuccessful")
  func cancellation() async throws {
    let simulated = SimulatedScheduler(permitting: ["org.example.sync.*"])
    try await simulated.withShared {
      let coordinator = SyncCoordinator(service: SyncService(isOpen: false))
      coordinator.registerTasks()
      coordinator.scheduleRefresh()
      try coordinator.scheduleProcessing()
      for identifier in [SyncCoordinator.processing, SyncCoordinator.refresh] {
        try? await simulated.simulateLaunch(identifier, waitingFor: .handler)
        try await simulated.simulateExpiration(identifier)
      }
    }
    #expect(simulated.history.map(\.outcome) == [.expired, .expired])
    #expect(simulated.history.map(\.success) == [false, false])
  }

  @Test("Closures and methods of a main actor's type, on the main queue, on none and by hopping")
  @MainActor
  func mainActor() async throws {
    let simulated = SimulatedScheduler(permitting: ["org.example.library.*"])
    let model = LibraryModel()
    model.register(with: simulated.scheduler)
    let identifiers = [LibraryModel.onNoQueue, LibraryModel.byMethod, LibraryModel.hopping]
    for identifier in identifiers {
      try simulated.scheduler.submit(BGProcessingTaskRequest(identifier: identifier))
      try await simulated.advance(by: 0)
    }
    #expect(model.log == identifiers)
    #expect(simulated.history.map(\.success) == [true, true, true])
    // This one goes on until it is told to stop.
    try simulated.scheduler.submit(BGProcessingTaskRequest(identifier: LibraryModel.onMainQueue))
    try await simulated.advance(by: 0, waitingFor: .handler)
    try await simulated.simulateExpiration(LibraryModel.onMainQueue)
    #expect(model.log == identifiers + [LibraryModel.onMainQueue, "expired"])
    #expect(simulated.history.last?.outcome == .expired)
  }

  @Test("Unsafe globals, and queues that are optional and spelled as in C")
  func unsafeQueues() async throws {
    let simulated = SimulatedScheduler(permitting: [MaintenanceCenter.identifier])
    #expect(MaintenanceCenter.performRegistration(on: simulated.scheduler, queue: nil))
    try simulated.scheduler.submit(BGProcessingTaskRequest(identifier: MaintenanceCenter.identifier))
    try await simulated.advance(by: 0)
    #expect(simulated.history.map(\.success) == [true])
    #expect(MaintenanceCenter.lastRun != nil)
  }

  @Test("Operations on a queue complete the task with the last of them, and are cancelled when it expires")
  func operations() async throws {
    let simulated = SimulatedScheduler(permitting: [DatabaseImporter.identifier])
    let importer = DatabaseImporter(journal: ImportJournal(stopsAt: 2))
    importer.register(with: simulated.scheduler)
    try simulated.scheduler.submit(BGProcessingTaskRequest(identifier: DatabaseImporter.identifier))
    try await simulated.advance(by: 600, waitingFor: .handler)
    // Its time was up at the end of those ten minutes.
    try await simulated.advance(by: 0)
    #expect(simulated.history.map(\.outcome) == [.expired])
    #expect(simulated.history.map(\.success) == [false])
    try simulated.scheduler.submit(BGProcessingTaskRequest(identifier: DatabaseImporter.identifier))
    try await simulated.advance(by: 3600)
    #expect(simulated.history.last?.success == true)
    #expect(importer.journal.imported.suffix(3) == [1, 2, 3])
  }

  @Test("A delegate with its own serial queue, a gate, and a stream for a view")
  func delegate() async throws {
    let simulated = SimulatedScheduler(permitting: ["org.example.delegate"])
    let delegate = ApplicationDelegate(scheduler: simulated.scheduler)
    #expect(delegate.didFinishLaunching())
    delegate.didEnterBackground()
    while simulated.pending.isEmpty { await Task.yield() }
    try await simulated.advance(by: 60)
    var statuses = delegate.statuses.makeAsyncIterator()
    #expect(await statuses.next()?.message == "done")
    #expect(simulated.history.map(\.success) == [true])
  }
}
