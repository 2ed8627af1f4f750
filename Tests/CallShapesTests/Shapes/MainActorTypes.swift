import BackgroundTasks
import Foundation

// Shape: a type of the main actor, registered with `using: .main`, with `using: nil`, and with a method as
// handler.

@MainActor
final class LibraryModel {
  static let onMainQueue = "org.example.library.main"
  static let onNoQueue = "org.example.library.nil"
  static let byMethod = "org.example.library.method"
  static let hopping = "org.example.library.hop"

  private(set) var log: [String] = []
  private(set) var currentTask: BGTask?

  func register(with scheduler: BGTaskScheduler) {
    scheduler.register(forTaskWithIdentifier: Self.onMainQueue, using: .main) { [weak self] task in
      MainActor.assumeIsolated {
        guard let self else {
          task.setTaskCompleted(success: false)
          return
        }
        self.begin(task)
      }
    }
    scheduler.register(forTaskWithIdentifier: Self.onNoQueue, using: nil) { task in
      self.begin(task)
    }
    scheduler.register(
      forTaskWithIdentifier: Self.byMethod, using: nil, launchHandler: handle(bgTask:))
    scheduler.register(forTaskWithIdentifier: Self.hopping, using: nil) { @Sendable task in
      Task { @MainActor [weak self] in self?.begin(task) }
    }
  }

  private func handle(bgTask: BGTask) { begin(bgTask) }

  private func begin(_ task: BGTask) {
    log.append(task.identifier)
    currentTask = task
    task.expirationHandler = { [weak self] in
      Task { @MainActor in self?.expire(task) }
    }
    Task {
      await Task.yield()
      guard !task.identifier.hasSuffix("main") else { return }
      finish()
    }
  }

  private func expire(_ task: BGTask) {
    log.append("expired")
    currentTask = nil
    task.setTaskCompleted(success: false)
  }

  private func finish() {
    currentTask?.setTaskCompleted(success: true)
    currentTask = nil
  }
}
