import BackgroundTasks
import Foundation
import Testing

@Suite("Mocks of the scheduler and of tasks")
struct MockShapeTests {
  @Test("A mock of the scheduler gets every call, also those that end in a form of ours")
  func scheduler() async throws {
    let mock = MockScheduler()
    let coordinator = UploadCoordinator(scheduler: mock)
    coordinator.start()
    #expect(mock.submitted.map(\.identifier) == [UploadCoordinator.identifier])
    coordinator.count()
    #expect(coordinator.pendingCount == 1)
    #expect(try await coordinator.submitLater() == 2)
    let task = MockProcessingTask(identifier: UploadCoordinator.identifier)
    let handler = try #require(mock.handlers[UploadCoordinator.identifier])
    handler(task)
    task.expirationHandler?()
    #expect(task.completions == [true, false])
    mock.submissionError = BGTaskScheduler.Error(.notPermitted)
    #expect(throws: BGTaskScheduler.Error.self) { try mock.submit(BGTaskRequest.hourlyUpload) }
    mock.cancelAllTaskRequests()
    #expect(mock.submitted.isEmpty)
  }

  @Test("A mock of the forms with completion handlers gets the asynchronous calls")
  func completionForms() async throws {
    let mock = CompletionMock()
    let coordinator = UploadCoordinator(scheduler: mock)
    #expect(try await coordinator.submitLater() == 1)
    mock.submissionError = BGTaskScheduler.Error(.notPermitted)
    let refused = await #expect(throws: BGTaskScheduler.Error.self) { try await coordinator.submitLater() }
    #expect(refused?.code == .notPermitted && mock.submitted.count == 1)
  }

  @Test("A mock that is called directly, as its own type")
  func ownType() {
    let mock = MockScheduler()
    let registered = mock.register(forTaskWithIdentifier: "org.example.a", using: nil) { task in
      task.setTaskCompleted(success: true)
    }
    #expect(registered && mock.handlers.keys.sorted() == ["org.example.a"])
  }

  @Test("A mock calls handlers of the main actor where it is called itself")
  @MainActor
  func mainActor() throws {
    let mock = MockScheduler()
    let model = LibraryModel()
    model.register(with: mock)
    let handler = try #require(mock.handlers[LibraryModel.onNoQueue])
    handler(MockProcessingTask(identifier: LibraryModel.onNoQueue))
    #expect(model.log == [LibraryModel.onNoQueue])
  }

  @Test("What a mock does not override is refused as unavailable")
  func notOverridden() async {
    let scheduler: BGTaskScheduler = IdleScheduler()
    #expect(!scheduler.register(forTaskWithIdentifier: "org.example.a", using: nil) { _ in })
    #expect(!scheduler.register(forTaskWithIdentifier: "org.example.a", using: .main) { _ in })
    let unavailable = #expect(throws: BGTaskScheduler.Error.self) {
      try scheduler.submit(BGTaskRequest.hourlyUpload)
    }
    #expect(unavailable?.code == .unavailable)
    #expect(unavailable?.localizedDescription.contains("init()") == true)
    let later = await #expect(throws: BGTaskScheduler.Error.self) {
      try await scheduler.submitTaskRequest(BGTaskRequest.hourlyUpload)
    }
    #expect(later?.code == .unavailable)
    #expect(await scheduler.pendingTaskRequests().isEmpty)
    scheduler.cancelAllTaskRequests()
  }

  @Test("A task that a test has made keeps its handler until it completes, and completes once")
  func tasks() {
    let task = BGAppRefreshTask()
    var calls = 0
    #expect(task.identifier.isEmpty && task.expirationHandler == nil)
    task.expirationHandler = { calls += 1 }
    task.expirationHandler?()
    task.expirationHandler?()
    #expect(calls == 2)
    task.setTaskCompleted(success: true)
    #expect(task.expirationHandler == nil)
    task.setTaskCompleted(success: false)
    #expect(task.expirationReason == nil && !task.shouldDefer && task.attempt == 1)

    let mock = MockRefreshTask()
    mock.expirationHandler = { calls += 1 }
    mock.expire()
    #expect(calls == 3)

    let continued = MockContinuedTask()
    continued.updateTitle("Export", subtitle: "1 of 3")
    continued.progress.totalUnitCount = 3
    continued.progress.completedUnitCount = 1
    #expect(continued.title == "Export" && continued.subtitle == "1 of 3" && continued.titles == ["Export"])
    #expect(continued.progress.fractionCompleted == 1.0 / 3)
  }
}

extension BGTaskRequest {
  fileprivate static var hourlyUpload: BGTaskRequest {
    BGAppRefreshTaskRequest(identifier: UploadCoordinator.identifier, after: 3_600)
  }
}
