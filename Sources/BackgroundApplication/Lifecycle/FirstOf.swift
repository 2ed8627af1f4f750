import Synchronization

/// The first of the values that several senders tell, for one waiter. The waiter does not wait for later
/// senders, as a group of Swift tasks would.
final class FirstOf<Value: Sendable>: Sendable {
  private enum State {
    case empty
    case awaited(CheckedContinuation<Value, Never>)
    case told(Value)
  }

  private let state = Mutex(State.empty)

  func tell(_ value: Value) {
    let waiter: CheckedContinuation<Value, Never>? = state.withLock { state in
      switch state {
      case .empty:
        state = .told(value)
        return nil
      case .awaited(let continuation):
        state = .told(value)
        return continuation
      case .told: return nil
      }
    }
    waiter?.resume(returning: value)
  }

  /// Waits for the first value. Called once.
  func value() async -> Value {
    await withCheckedContinuation { continuation in
      let value: Value? = state.withLock { state in
        if case .told(let value) = state { return value }
        state = .awaited(continuation)
        return nil
      }
      if let value { continuation.resume(returning: value) }
    }
  }
}
