import Dispatch
import Synchronization

/// Something that happens once on another thread, with a value: a test waits for it, thirty seconds at most.
final class Fact<Value: Sendable>: Sendable {
  private let isThere = DispatchSemaphore(value: 0)
  private let value = Mutex<Value?>(nil)

  func happens(_ value: Value) {
    self.value.withLock { $0 = value }
    isThere.signal()
  }

  func wait() -> Value? {
    guard isThere.wait(timeout: .now() + .seconds(30)) == .success else { return nil }
    isThere.signal()
    return value.withLock { $0 }
  }

  var hasHappened: Bool { value.withLock { $0 != nil } }
}
