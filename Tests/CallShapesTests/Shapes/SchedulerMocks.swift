import BackgroundTasks
import Foundation

// Shape: mocks that are subclasses of the scheduler and of tasks, and code that is given the class itself.

final class UploadCoordinator {
  static let identifier = "org.example.upload"

  private let scheduler: BGTaskScheduler
  private(set) var pendingCount: Int?

  init(scheduler: BGTaskScheduler = .shared) {
    self.scheduler = scheduler
  }

  func start() {
    scheduler.register(forTaskWithIdentifier: Self.identifier, using: nil) { [weak self] task in
      guard let self = self, let task = task as? BGProcessingTask else {
        task.setTaskCompleted(success: false)
        return
      }
      self.upload(task)
    }
    try? scheduler.submit(BGProcessingTaskRequest(identifier: Self.identifier))
  }

  func count() {
    scheduler.getPendingTaskRequests { requests in
      self.pendingCount = requests.count
    }
  }

  func submitLater() async throws -> Int {
    try await scheduler.submitTaskRequest(BGProcessingTaskRequest(identifier: Self.identifier))
    return await scheduler.pendingTaskRequests().count
  }

  private func upload(_ task: BGProcessingTask) {
    task.expirationHandler = { task.setTaskCompleted(success: false) }
    task.setTaskCompleted(success: true)
  }
}

final class MockScheduler: BGTaskScheduler, @unchecked Sendable {
  var handlers: [String: (BGTask) -> Void] = [:]
  var submitted: [BGTaskRequest] = []
  var submissionError: Error?

  override func register(
    forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
    launchHandler: @escaping (BGTask) -> Void
  ) -> Bool {
    handlers[identifier] = launchHandler
    return true
  }

  override func submit(_ taskRequest: BGTaskRequest) throws {
    if let submissionError = submissionError { throw submissionError }
    submitted.append(taskRequest)
  }

  override func submitTaskRequest(_ taskRequest: BGTaskRequest) async throws {
    try submit(taskRequest)
  }

  override func cancel(taskRequestWithIdentifier identifier: String) {
    submitted.removeAll { $0.identifier == identifier }
  }

  override func cancelAllTaskRequests() { submitted = [] }

  override func getPendingTaskRequests(completionHandler: @escaping ([BGTaskRequest]) -> Void) {
    completionHandler(submitted)
  }

  override func pendingTaskRequests() async -> [BGTaskRequest] { submitted }
}

/// One that overrides the forms with completion handlers, which in Objective-C are the asynchronous ones too.
final class CompletionMock: BGTaskScheduler, @unchecked Sendable {
  var submitted: [BGTaskRequest] = []
  var submissionError: Error?

  override func submitTaskRequest(
    _ taskRequest: BGTaskRequest, completionHandler: @escaping @Sendable ((any Swift.Error)?) -> Void
  ) {
    if submissionError == nil { submitted.append(taskRequest) }
    completionHandler(submissionError)
  }

  override func getPendingTaskRequests(completionHandler: @escaping ([BGTaskRequest]) -> Void) {
    completionHandler(submitted)
  }
}

/// One that overrides nothing.
final class IdleScheduler: BGTaskScheduler, @unchecked Sendable {}

final class MockProcessingTask: BGProcessingTask, @unchecked Sendable {
  private let mockIdentifier: String
  private(set) var completions: [Bool] = []

  init(identifier: String) {
    mockIdentifier = identifier
    super.init()
  }

  override var identifier: String { mockIdentifier }

  override func setTaskCompleted(success: Bool) { completions.append(success) }
}

final class MockRefreshTask: BGAppRefreshTask, @unchecked Sendable {
  private var handler: (() -> Void)?

  override var expirationHandler: (() -> Void)? {
    get { handler }
    set { handler = newValue }
  }

  func expire() { handler?() }
}

final class MockContinuedTask: BGContinuedProcessingTask, @unchecked Sendable {
  private(set) var titles: [String] = []

  override func updateTitle(_ title: String, subtitle: String) {
    titles.append(title)
    super.updateTitle(title, subtitle: subtitle)
  }
}
