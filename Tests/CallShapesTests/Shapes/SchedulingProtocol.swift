import BackgroundTasks
import Foundation

// Shape: the scheduler behind a protocol that it conforms to as it is, and a double that keeps handlers in a
// dictionary.

protocol TaskScheduling: AnyObject {
  @discardableResult
  func register(
    forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
    launchHandler: @escaping (BGTask) -> Void
  ) -> Bool
  func submit(_ taskRequest: BGTaskRequest) throws
  func cancel(taskRequestWithIdentifier identifier: String)
  func cancelAllTaskRequests()
  func getPendingTaskRequests(completionHandler: @escaping ([BGTaskRequest]) -> Void)
  func pendingTaskRequests() async -> [BGTaskRequest]
}

extension BGTaskScheduler: TaskScheduling {}

final class FeedUpdater {
  static let identifier = "org.example.feed"

  private let scheduler: TaskScheduling
  private(set) var updates = 0

  init(scheduler: TaskScheduling = BGTaskScheduler.shared) {
    self.scheduler = scheduler
  }

  func start() {
    scheduler.register(forTaskWithIdentifier: Self.identifier, using: nil) { [weak self] task in
      guard let self = self else {
        task.setTaskCompleted(success: false)
        return
      }
      // swift-format-ignore: NeverForceUnwrap
      self.update(task as! BGAppRefreshTask)
    }
    scheduleIfNeeded()
  }

  func scheduleIfNeeded() {
    scheduler.getPendingTaskRequests { [scheduler] requests in
      guard !requests.contains(where: { $0.identifier == FeedUpdater.identifier }) else { return }
      let request = BGAppRefreshTaskRequest(identifier: FeedUpdater.identifier)
      request.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
      try? scheduler.submit(request)
    }
  }

  func stop() {
    scheduler.cancel(taskRequestWithIdentifier: Self.identifier)
  }

  private func update(_ task: BGAppRefreshTask) {
    task.expirationHandler = { task.setTaskCompleted(success: false) }
    updates += 1
    task.setTaskCompleted(success: true)
  }
}

final class SchedulerDouble: TaskScheduling {
  private(set) var handlers: [String: (BGTask) -> Void] = [:]
  private(set) var submitted: [BGTaskRequest] = []
  var submitError: Error?

  func register(
    forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
    launchHandler: @escaping (BGTask) -> Void
  ) -> Bool {
    handlers[identifier] = launchHandler
    return true
  }

  func submit(_ taskRequest: BGTaskRequest) throws {
    if let submitError = submitError { throw submitError }
    submitted.removeAll { $0.identifier == taskRequest.identifier }
    submitted.append(taskRequest)
  }

  func cancel(taskRequestWithIdentifier identifier: String) {
    submitted.removeAll { $0.identifier == identifier }
  }

  func cancelAllTaskRequests() { submitted = [] }

  func getPendingTaskRequests(completionHandler: @escaping ([BGTaskRequest]) -> Void) {
    completionHandler(submitted)
  }

  func pendingTaskRequests() async -> [BGTaskRequest] { submitted }
}
