import BackgroundTasks
import Foundation

// Shape: a registrar that keeps configurations and asynchronous handlers in dictionaries, and gets the
// scheduler as closures.

struct TaskConfiguration: Sendable {
  enum Kind { case refresh, processing }

  let identifier: String
  let kind: Kind
  let interval: TimeInterval
}

final class TaskRegistrar: @unchecked Sendable {
  typealias Handler = @Sendable () async -> Bool

  private let registerLaunchHandler: @Sendable (String, @escaping (BGTask) -> Void) -> Void
  private let submitTaskRequest: @Sendable (BGTaskRequest) throws -> Void
  private let pendingIdentifiers: @Sendable () async -> Set<String>

  private let lock = NSLock()
  private var configurations: [String: TaskConfiguration] = [:]
  private var handlers: [String: Handler] = [:]

  init(
    registerLaunchHandler: @escaping @Sendable (String, @escaping (BGTask) -> Void) -> Void = {
      identifier, launchHandler in
      _ = BGTaskScheduler.shared.register(
        forTaskWithIdentifier: identifier, using: nil, launchHandler: launchHandler)
    },
    submitTaskRequest: @escaping @Sendable (BGTaskRequest) throws -> Void = { request in
      try BGTaskScheduler.shared.submit(request)
    },
    pendingIdentifiers: @escaping @Sendable () async -> Set<String> = {
      await withCheckedContinuation { continuation in
        BGTaskScheduler.shared.getPendingTaskRequests { requests in
          continuation.resume(returning: Set(requests.map(\.identifier)))
        }
      }
    }
  ) {
    self.registerLaunchHandler = registerLaunchHandler
    self.submitTaskRequest = submitTaskRequest
    self.pendingIdentifiers = pendingIdentifiers
  }

  func register(_ configuration: TaskConfiguration, handler: @escaping Handler) {
    lock.withLock {
      configurations[configuration.identifier] = configuration
      handlers[configuration.identifier] = handler
    }
    registerLaunchHandler(configuration.identifier) { [weak self] task in
      self?.run(task)
    }
  }

  func scheduleMissing() async {
    let pending = await pendingIdentifiers()
    let missing = lock.withLock { configurations.keys.filter { !pending.contains($0) } }
    for identifier in missing.sorted() { schedule(identifier) }
  }

  private func schedule(_ identifier: String) {
    guard let configuration = lock.withLock({ configurations[identifier] }) else { return }
    let request: BGTaskRequest
    switch configuration.kind {
    case .refresh:
      request = BGAppRefreshTaskRequest(identifier: identifier)
    case .processing:
      let processing = BGProcessingTaskRequest(identifier: identifier)
      processing.requiresNetworkConnectivity = true
      request = processing
    }
    request.earliestBeginDate = Date().addingTimeInterval(configuration.interval)
    try? submitTaskRequest(request)
  }

  private func run(_ task: BGTask) {
    let identifier = task.identifier
    guard let handler = lock.withLock({ handlers[identifier] }) else {
      task.setTaskCompleted(success: false)
      return
    }
    let work = Task {
      let success = await handler()
      schedule(identifier)
      task.setTaskCompleted(success: success && !Task.isCancelled)
    }
    task.expirationHandler = { work.cancel() }
  }
}
