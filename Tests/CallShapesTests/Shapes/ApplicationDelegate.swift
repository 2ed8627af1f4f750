import BackgroundTasks
import Foundation

// Shape: an application delegate with handlers on a serial queue, work started with `queue.async`, a gate
// that completes once, and the state of the refresh for a view, without Combine.

struct RefreshStatus: Sendable, Equatable {
  var lastRefresh: Date?
  var message = "never"
}

final class ApplicationDelegate: NSObject {
  let identifier = "org.example.delegate"
  private let queue = DispatchQueue(label: "org.example.delegate.tasks")
  private let scheduler: BGTaskScheduler
  private let continuation: AsyncStream<RefreshStatus>.Continuation
  let statuses: AsyncStream<RefreshStatus>

  init(scheduler: BGTaskScheduler) {
    self.scheduler = scheduler
    (statuses, continuation) = AsyncStream<RefreshStatus>.makeStream()
    super.init()
  }

  func didFinishLaunching() -> Bool {
    let registered = scheduler.register(forTaskWithIdentifier: identifier, using: queue) {
      [unowned self] task in
      self.handle(task)
    }
    if !registered { print("\(identifier) is missing from the permitted identifiers") }
    return registered
  }

  func didEnterBackground() {
    queue.async { [scheduler, identifier] in
      let request = BGAppRefreshTaskRequest(identifier: identifier)
      request.earliestBeginDate = Date(timeIntervalSinceNow: 30)
      scheduler.submitTaskRequest(request) { error in
        if let error { print("Could not schedule: \(error.localizedDescription)") }
      }
    }
  }

  private func handle(_ task: BGTask) {
    let gate = CompletionGate(task: task)
    task.expirationHandler = { [weak gate] in
      gate?.complete(success: false)
    }
    DispatchQueue.global(qos: .utility).async { [queue, continuation] in
      queue.async {
        guard gate.complete(success: true) else { return }
        continuation.yield(RefreshStatus(lastRefresh: Date(), message: "done"))
      }
    }
  }
}

/// Lets a task be completed once.
final class CompletionGate: @unchecked Sendable {
  private let lock = NSLock()
  private var task: BGTask?

  init(task: BGTask) { self.task = task }

  @discardableResult
  func complete(success: Bool) -> Bool {
    lock.lock()
    let task = self.task
    self.task = nil
    lock.unlock()
    task?.setTaskCompleted(success: success)
    return task != nil
  }
}
