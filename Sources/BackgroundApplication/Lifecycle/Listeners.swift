import Synchronization

/// The listeners to a source, each with a sequence of its own.
final class Listeners<Element: Sendable>: Sendable {
  private struct State {
    var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
    var count = 0
  }

  private let state = Mutex(State())

  /// Returns the elements from now on. A listener that does not take them finds the newest sixteen.
  func stream() -> AsyncStream<Element> {
    AsyncStream(bufferingPolicy: .bufferingNewest(16)) { continuation in
      let number = state.withLock { state in
        state.count += 1
        state.continuations[state.count] = continuation
        return state.count
      }
      continuation.onTermination = { [weak self] _ in
        // A continuation that is dropped ends its sequence, which calls this again: not under the lock.
        _ = self?.state.withLock { $0.continuations.removeValue(forKey: number) }
      }
    }
  }

  func tell(_ element: Element) {
    for continuation in state.withLock({ Array($0.continuations.values) }) { continuation.yield(element) }
  }
}
