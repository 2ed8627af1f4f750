import BackgroundTasks
import Foundation

// Shape: an actor that owns the scheduler, registers from a nonisolated function or from within itself, and
// wraps callbacks.

actor BackupManager {
  static let nightly = "org.example.backup.nightly"
  static let now = "org.example.backup.now"

  private let scheduler: BGTaskScheduler
  private var registration: Bool?
  private(set) var backups: [String] = []

  init(scheduler: BGTaskScheduler = .shared) {
    self.scheduler = scheduler
  }

  @discardableResult
  nonisolated func registerNightly() -> Bool {
    scheduler.register(forTaskWithIdentifier: Self.nightly, using: nil) { task in
      guard let task = task as? BGProcessingTask else { return }
      Task { await self.run(task) }
    }
  }

  /// Written within the actor, so that the closure would be the actor's without `@Sendable`.
  func registerIfNeeded() -> Bool {
    if let registration { return registration }
    let registered = scheduler.register(forTaskWithIdentifier: Self.now, using: nil) { @Sendable task in
      Task { await self.attach(task) }
    }
    registration = registered
    return registered
  }

  /// The actor's own closure: it uses the actor's state.
  func registerIsolated(_ identifier: String) -> Bool {
    scheduler.register(forTaskWithIdentifier: identifier, using: nil) { task in
      self.backups.append("isolated \(task.identifier)")
      task.setTaskCompleted(success: true)
    }
  }

  func scheduleNightly() async throws -> Bool {
    guard await !isPending(Self.nightly) else { return false }
    let request = BGProcessingTaskRequest(identifier: Self.nightly)
    request.requiresExternalPower = true
    request.earliestBeginDate = Date(timeIntervalSinceNow: 60 * 60)
    try scheduler.submit(request)
    return true
  }

  func submitNow() async throws {
    try await scheduler.submitTaskRequest(BGProcessingTaskRequest(identifier: Self.now))
  }

  func isPending(_ identifier: String) async -> Bool {
    await withCheckedContinuation { continuation in
      scheduler.getPendingTaskRequests { requests in
        continuation.resume(returning: requests.contains { $0.identifier == identifier })
      }
    }
  }

  private func run(_ task: BGProcessingTask) async {
    task.expirationHandler = { task.setTaskCompleted(success: false) }
    backups.append(task.identifier)
    task.setTaskCompleted(success: true)
  }

  private func attach(_ task: BGTask) {
    backups.append(task.identifier)
    task.setTaskCompleted(success: true)
  }
}
