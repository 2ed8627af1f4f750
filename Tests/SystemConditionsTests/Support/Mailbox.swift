import Dispatch
import Synchronization

/// What a handler was called with, one after the other, to be waited for from a test's thread.
final class Mailbox<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])
  private let arrived = DispatchSemaphore(value: 0)

  func append(_ element: Element) {
    elements.withLock { $0.append(element) }
    arrived.signal()
  }

  /// The next one; nil after ten seconds without one.
  func next() -> Element? {
    guard arrived.wait(timeout: .now() + 10) == .success else { return nil }
    return elements.withLock { $0.removeFirst() }
  }

  /// Nothing has come that nobody has asked for yet.
  var isEmpty: Bool { elements.withLock { $0.isEmpty } }
}
