import Synchronization

/// A lock for one Swift task at a time, in order of arrival. It never blocks a thread: tests run on the few
/// threads of Swift's tasks, and blocked ones would keep the lock's holder from going on.
final class SharedTurn: Sendable {
  private let state = Mutex(State())

  private struct State {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// Waits for the caller's turn, which lasts until ``end()``.
  func begin() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isTaken { state.waiting.append(continuation) }
        defer { state.isTaken = true }
        return !state.isTaken
      }
      if isFree { continuation.resume() }
    }
  }

  func end() {
    let next: CheckedContinuation<Void, Never>? = state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isTaken = false
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
