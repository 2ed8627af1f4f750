import Dispatch
import Synchronization

/// What handlers were called with, one after the other, to be waited for from a test's thread.
package final class Mailbox<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])
  private let arrived = DispatchSemaphore(value: 0)

  /// An empty one.
  package init() {}

  /// Something has come. From any thread.
  package func append(_ element: Element) {
    elements.withLock { $0.append(element) }
    arrived.signal()
  }

  /// The next one; nil after ten seconds without one.
  package func next() -> Element? {
    guard arrived.wait(timeout: .now() + 10) == .success else { return nil }
    return elements.withLock { $0.removeFirst() }
  }

  /// How many have come that nobody has asked for yet.
  package var count: Int { elements.withLock { $0.count } }

  /// Nothing has come that nobody has asked for yet.
  package var isEmpty: Bool { elements.withLock { $0.isEmpty } }
}
