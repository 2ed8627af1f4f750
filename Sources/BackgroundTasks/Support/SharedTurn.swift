import Dispatch
import Synchronization

/// One at a time, in the order of their arrival, waiting either on a thread or in a task.
final class SharedTurn: Sendable {
  private let state = Mutex(State())

  private struct State {
    var isTaken = false
    var waiting: [@Sendable () -> Void] = []
  }

  /// Calls `next` when it is the caller's turn, which lasts until ``end()``.
  private func enter(_ next: @escaping @Sendable () -> Void) {
    let isFree = state.withLock { state in
      if state.isTaken { state.waiting.append(next) }
      defer { state.isTaken = true }
      return !state.isTaken
    }
    if isFree { next() }
  }

  func begin() {
    let isMine = DispatchSemaphore(value: 0)
    enter { isMine.signal() }
    isMine.wait()
  }

  func begin() async {
    await withCheckedContinuation { continuation in enter { continuation.resume() } }
  }

  func end() {
    let next: (@Sendable () -> Void)? = state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isTaken = false
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?()
  }
}
