import Dispatch
import Synchronization

/// What handlers were called with, to be waited for from a test's thread.
final class Inbox<Element: Sendable>: Sendable {
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

  /// How many have come that nobody has asked for yet.
  var count: Int { elements.withLock { $0.count } }
}
