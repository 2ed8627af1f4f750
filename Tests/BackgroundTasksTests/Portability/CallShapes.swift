import BackgroundTasks

// How applications for Apple's systems call the scheduler. This file is compiled with the tests, which is
// Swift 6 mode, and type-checked by one of them in Swift 5 mode; it says nothing that Apple's module does not
// have.

/// The scheduler behind a protocol, so that tests of the application can replace it.
protocol TaskScheduling: Sendable {
  @discardableResult
  func register(
    forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
    launchHandler: @escaping (BGTask) -> Void
  ) -> Bool
  func submit(_ taskRequest: BGTaskRequest) throws
  func submitTaskRequest(_ taskRequest: BGTaskRequest) async throws
  func cancel(taskRequestWithIdentifier identifier: String)
  func cancelAllTaskRequests()
  func getPendingTaskRequests(completionHandler: @escaping ([BGTaskRequest]) -> Void)
  func pendingTaskRequests() async -> [BGTaskRequest]
}

extension BGTaskScheduler: TaskScheduling {}

/// A run behind a protocol.
protocol Completing: AnyObject {
  var identifier: String { get }
  var expirationHandler: (() -> Void)? { get set }
  func setTaskCompleted(success: Bool)
}

extension BGTask: Completing {}

protocol TaskRequesting {
  var identifier: String { get }
  var earliestBeginDate: Date? { get set }
}

extension BGTaskRequest: TaskRequesting {}

extension BGProcessingTaskRequest {
  convenience init(nightly identifier: String, needsPower: Bool) {
    self.init(identifier: identifier)
    earliestBeginDate = Date(timeIntervalSinceNow: 8 * 3_600)
    requiresExternalPower = needsPower
    requiresNetworkConnectivity = true
  }
}

extension BGTaskRequest {
  static var hourly: BGAppRefreshTaskRequest {
    let request = BGAppRefreshTaskRequest(identifier: "org.example.hourly")
    request.earliestBeginDate = Date(timeIntervalSinceNow: 3_600)
    return request
  }
}

enum SubmissionResult: Equatable {
  case accepted, notPermitted, tooMany, unavailable(String), other
}

func submit(_ request: BGTaskRequest, to scheduler: any TaskScheduling) -> SubmissionResult {
  do {
    try scheduler.submit(request)
    return .accepted
  } catch BGTaskScheduler.Error.notPermitted {
    return .notPermitted
  } catch BGTaskScheduler.Error.tooManyPendingTaskRequests {
    return .tooMany
  } catch let error as BGTaskScheduler.Error where error.code == .unavailable {
    return .unavailable(error.localizedDescription)
  } catch {
    return .other
  }
}

func code(_ error: any Error) -> String {
  let error = error as NSError
  guard error.domain == BGTaskScheduler.errorDomain else { return "another domain" }
  switch BGTaskScheduler.Error.Code(rawValue: error.code) {
  case .notPermitted?: return "not permitted"
  case .unavailable?: return "unavailable"
  case .tooManyPendingTaskRequests?, .immediateRunIneligible?: return "not now"
  default: return "unknown"
  }
}

/// Work in a `Task` that the expiration cancels.
final class Refresher: Sendable {
  private let work: @Sendable () async -> Bool

  init(work: @escaping @Sendable () async -> Bool) { self.work = work }

  func register(_ scheduler: any TaskScheduling, on queue: dispatch_queue_t? = nil) -> Bool {
    scheduler.register(forTaskWithIdentifier: "org.example.hourly", using: queue) { [weak self] task in
      guard let task = task as? BGAppRefreshTask else {
        task.setTaskCompleted(success: false)
        return
      }
      self?.handle(task)
    }
  }

  private func handle(_ task: BGAppRefreshTask) {
    let job = Task {
      let success = await work()
      task.setTaskCompleted(success: success && !Task.isCancelled)
    }
    task.expirationHandler = { job.cancel() }
  }
}

/// What owns the scheduler in most applications: a type on the main actor.
@MainActor final class ApplicationModel {
  private(set) var lastRefresh: Date?
  private(set) var pendingCount = 0
  let done = DispatchSemaphore(value: 0)

  func registerOnMainQueue(_ scheduler: BGTaskScheduler) {
    scheduler.register(forTaskWithIdentifier: "org.example.main", using: .main) { task in
      self.handle(task)
    }
  }

  func registerWithoutQueue(_ scheduler: BGTaskScheduler) {
    scheduler.register(forTaskWithIdentifier: "org.example.nil", using: nil) { [weak self] task in
      self?.handle(task)
    }
  }

  func registerSendable(_ scheduler: BGTaskScheduler) {
    scheduler.register(forTaskWithIdentifier: "org.example.sendable", using: nil) { @Sendable task in
      Task { @MainActor in self.handle(task) }
    }
  }

  private func handle(_ task: BGTask) {
    MainActor.assertIsolated()
    lastRefresh = Date()
    task.expirationHandler = { self.lastRefresh = nil }
    Task {
      task.setTaskCompleted(success: true)
      done.signal()
    }
  }

  func schedule(_ scheduler: BGTaskScheduler) async throws {
    let request = BGContinuedProcessingTaskRequest(
      identifier: "org.example.export", title: "Export", subtitle: "starts")
    request.strategy = .fail
    if BGTaskScheduler.supportedResources.contains(.gpu) { request.requiredResources = .gpu }
    try await scheduler.submitTaskRequest(request)
    pendingCount = await scheduler.pendingTaskRequests().count
  }
}

/// Continued processing with progress.
func export(_ scheduler: BGTaskScheduler, files: Int) {
  scheduler.register(forTaskWithIdentifier: "org.example.export", using: nil) { task in
    guard let task = task as? BGContinuedProcessingTask else { return task.setTaskCompleted(success: false) }
    nonisolated(unsafe) var isExpired = false
    task.expirationHandler = { isExpired = true }
    task.progress.totalUnitCount = Int64(files)
    for file in 1...files where !isExpired {
      task.progress.completedUnitCount = Int64(file)
      task.updateTitle(task.title, subtitle: "\(file) of \(files)")
    }
    task.setTaskCompleted(success: task.progress.isFinished)
  }
}

/// The scheduler in an actor.
actor Maintenance {
  private var runs = 0

  func submit(_ scheduler: BGTaskScheduler) async throws -> Bool {
    let request = BGProcessingTaskRequest(nightly: "org.example.nightly", needsPower: true)
    try await scheduler.submitTaskRequest(request)
    return await scheduler.pendingTaskRequests().contains { $0.identifier == "org.example.nightly" }
  }

  func submitAndForget(_ scheduler: BGTaskScheduler, failed: @escaping @Sendable (String) -> Void) {
    scheduler.submitTaskRequest(BGHealthResearchTaskRequest(identifier: "org.example.study")) { error in
      if let error { failed(error.localizedDescription) }
    }
  }
}

/// macOS's activities, with the spellings of the completion that are found.
func activities() -> [NSBackgroundActivityScheduler] {
  let plain = NSBackgroundActivityScheduler(identifier: "org.example.plain")
  plain.repeats = true
  plain.interval = 6 * 3_600
  plain.tolerance = 600
  plain.qualityOfService = .utility
  plain.schedule { completion in
    completion(plain.shouldDefer ? .deferred : .finished)
  }
  let typed = NSBackgroundActivityScheduler(identifier: "org.example.typed")
  typed.schedule { (completion: @escaping NSBackgroundActivityScheduler.CompletionHandler) in
    Task { completion(NSBackgroundActivityScheduler.Result.finished) }
  }
  let inline = NSBackgroundActivityScheduler(identifier: "org.example.inline")
  inline.schedule { (completion: NSBackgroundActivityScheduler.CompletionHandler) in completion(.finished) }
  return [plain, typed, inline]
}
