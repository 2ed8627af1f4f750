import BackgroundTasks
import Synchronization

/// Works through items, one whenever the test says so, and keeps what is done for the next run.
final class IndexingWorker: Sendable {
  private struct State {
    var done = 0
    var task: BGTask?
    var reasons: [String] = []
  }

  private let scheduler: BGTaskScheduler
  private let itemCount: Int
  private let state = Mutex(State())

  init(scheduler: BGTaskScheduler, itemCount: Int) {
    self.scheduler = scheduler
    self.itemCount = itemCount
  }

  var done: Int { state.withLock { $0.done } }
  var reasons: [String] { state.withLock { $0.reasons } }

  func register() -> Bool {
    scheduler.register(forTaskWithIdentifier: Identifier.index, using: nil) { [self] task in
      task.expirationHandler = { [self] in
        state.withLock {
          $0.reasons.append(task.expirationReason?.code ?? "none")
          $0.task = nil
        }
        try? submit()
        task.setTaskCompleted(success: false)
      }
      state.withLock { $0.task = task }
    }
  }

  func submit() throws {
    let request = BGProcessingTaskRequest(identifier: Identifier.index)
    request.requiresExternalPower = true
    try scheduler.submit(request)
  }

  func workOnOneItem() {
    let finished: BGTask? = state.withLock { state in
      state.done += 1
      return state.done == itemCount ? state.task.take() : nil
    }
    finished?.setTaskCompleted(success: true)
  }
}
