import BackgroundTasks
import Foundation

// Shape: `Task { }` in a handler, cancelled by the expiration handler, its end awaited by a second one; force
// casts.

actor SyncService {
  private(set) var synced = 0
  private var gates: [CheckedContinuation<Void, Never>] = []
  private let isOpen: Bool

  init(isOpen: Bool = true) { self.isOpen = isOpen }

  /// With a closed gate it works until the task is cancelled.
  func sync() async throws -> Int {
    if !isOpen {
      await withTaskCancellationHandler {
        await withCheckedContinuation { gates.append($0) }
      } onCancel: {
        Task { await self.release() }
      }
    }
    try Task.checkCancellation()
    synced += 1
    return synced
  }

  private func release() {
    for gate in gates { gate.resume() }
    gates = []
  }
}

final class SyncCoordinator: Sendable {
  static let refresh = "org.example.sync.refresh"
  static let processing = "org.example.sync.processing"

  private let service: SyncService

  init(service: SyncService) { self.service = service }

  func registerTasks() {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.refresh, using: nil) { task in
      // swift-format-ignore: NeverForceUnwrap
      self.handleRefresh(task: task as! BGAppRefreshTask)
    }
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.processing, using: DispatchQueue.global()) {
      [weak self] task in
      guard let self, let task = task as? BGProcessingTask else { return }
      self.handleProcessing(task)
    }
  }

  func scheduleRefresh() {
    let request = BGAppRefreshTaskRequest(identifier: Self.refresh)
    request.earliestBeginDate = Calendar.current.date(byAdding: .hour, value: 1, to: Date())
    do {
      try BGTaskScheduler.shared.submit(request)
    } catch {
      print("Could not schedule the refresh: \(error)")
    }
  }

  func scheduleProcessing() throws {
    let request = BGProcessingTaskRequest(identifier: Self.processing)
    request.requiresNetworkConnectivity = true
    request.requiresExternalPower = false
    try BGTaskScheduler.shared.submit(request)
  }

  /// One task works, and a second one completes.
  private func handleRefresh(task: BGAppRefreshTask) {
    scheduleRefresh()
    let work = Task { try await service.sync() }
    task.expirationHandler = { work.cancel() }
    Task {
      let result = await work.result
      task.setTaskCompleted(success: (try? result.get()) != nil)
    }
  }

  /// The same task does both.
  private func handleProcessing(_ task: BGProcessingTask) {
    let work = Task {
      do {
        _ = try await service.sync()
        task.setTaskCompleted(success: true)
      } catch {
        task.setTaskCompleted(success: false)
      }
    }
    task.expirationHandler = {
      work.cancel()
    }
  }
}
