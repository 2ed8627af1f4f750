import BackgroundTasks
import Dispatch
import SchedulerCore
import Synchronization

/// The blocking and the asynchronous wait for the application.
extension SimulatedScheduler {
  func run(_ target: MonotonicTime, _ wait: Wait) throws {
    try simulation.begin()
    defer { simulation.end() }
    while try simulation.proceed(to: target, wait) { try block(wait) }
  }

  nonisolated(nonsending) func run(_ target: MonotonicTime, _ wait: Wait) async throws {
    try simulation.begin()
    defer { simulation.end() }
    while try simulation.proceed(to: target, wait) {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          simulation.whenSettled(wait) { continuation.resume(with: $0) }
          // The Swift task may have been cancelled before there was a wait to cancel.
          if Task.isCancelled { simulation.cancelWait() }
        }
      } onCancel: {
        simulation.cancelWait()
      }
    }
  }

  private func block(_ wait: Wait) throws {
    let result = Mutex<Result<Void, any Error>?>(nil)
    if Thread.isMainThread {
      simulation.whenSettled(wait) { end in
        result.withLock { $0 = end }
        // Wakes the run loop.
        DispatchQueue.main.async {}
      }
      while result.withLock({ $0 }) == nil { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    } else {
      let isOver = DispatchSemaphore(value: 0)
      simulation.whenSettled(wait) { end in
        result.withLock { $0 = end }
        isOver.signal()
      }
      isOver.wait()
    }
    try result.withLock { $0 }?.get()
  }
}
