import BackgroundTasks

// Shape: the task behind a protocol, and a registration whose handler takes the protocol; the queue spelled
// as in C.

protocol BackgroundJob: AnyObject {
  var identifier: String { get }
  var expirationHandler: (() -> Void)? { get set }
  func setTaskCompleted(success: Bool)
}

extension BGTask: BackgroundJob {}

protocol JobScheduling {
  @discardableResult
  func register(
    forTaskWithIdentifier identifier: String, using queue: dispatch_queue_t?,
    launchHandler: @escaping (BackgroundJob) -> Void
  ) -> Bool
  func submit(_ taskRequest: BGTaskRequest) throws
}

extension BGTaskScheduler: JobScheduling {
  @discardableResult
  func register(
    forTaskWithIdentifier identifier: String, using queue: dispatch_queue_t?,
    launchHandler: @escaping (BackgroundJob) -> Void
  ) -> Bool {
    register(forTaskWithIdentifier: identifier, using: queue) { (task: BGTask) in
      launchHandler(task)
    }
  }
}

/// Stands in for a task, which only the system makes.
final class JobDouble: BackgroundJob {
  let identifier: String
  var expirationHandler: (() -> Void)?
  private(set) var completions: [Bool] = []

  init(identifier: String) { self.identifier = identifier }

  func setTaskCompleted(success: Bool) { completions.append(success) }

  func expire() { expirationHandler?() }
}

struct ThumbnailJob {
  static let identifier = "org.example.thumbnails"

  let scheduler: JobScheduling

  func register() -> Bool {
    scheduler.register(forTaskWithIdentifier: Self.identifier, using: nil, launchHandler: Self.handle)
  }

  func submit() throws {
    let request = BGProcessingTaskRequest(identifier: Self.identifier)
    request.requiresNetworkConnectivity = false
    try scheduler.submit(request)
  }

  static func handle(_ job: BackgroundJob) {
    job.expirationHandler = { [weak job] in job?.setTaskCompleted(success: false) }
    job.setTaskCompleted(success: true)
  }
}
