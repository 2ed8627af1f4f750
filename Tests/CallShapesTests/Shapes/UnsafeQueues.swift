import BackgroundTasks
import Foundation

// Shape: what strict concurrency was talked out of: unsafe globals, tasks and queues spelled as in C,
// retroactive conformances.

nonisolated(unsafe) private var sharedQueue: dispatch_queue_t? = DispatchQueue(label: "org.example.unsafe")

final class MaintenanceCenter: @unchecked Sendable {
  static let identifier = "org.example.maintenance"
  nonisolated(unsafe) static var lastRun: Date?
  nonisolated(unsafe) static var currentTask: BGTask?

  private let lock = NSLock()
  private var isCompleted = false

  nonisolated static func performRegistration(on scheduler: BGTaskScheduler, queue: dispatch_queue_t?) -> Bool
  {
    scheduler.register(forTaskWithIdentifier: identifier, using: queue ?? sharedQueue) { task in
      handle(task)
    }
  }

  nonisolated private static func handle(_ task: BGTask) {
    // A constant would be warned of, because a task of this library is Sendable.
    nonisolated(unsafe) var unsafeTask: BGTask?
    unsafeTask = task
    currentTask = unsafeTask
    let center = MaintenanceCenter()
    let work = Task.detached {
      lastRun = Date()
      if let unsafeTask { center.complete(unsafeTask, success: !Task.isCancelled) }
    }
    task.expirationHandler = {
      work.cancel()
      center.complete(task, success: false)
    }
  }

  /// Whoever comes first completes it.
  private func complete(_ task: BGTask, success: Bool) {
    lock.lock()
    defer { lock.unlock() }
    guard !isCompleted else { return }
    isCompleted = true
    Self.currentTask = nil
    task.setTaskCompleted(success: success)
  }
}
