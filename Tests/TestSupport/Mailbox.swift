import Dispatch
import Synchronization

/// The arguments of handlers' calls in order, for which a test's thread can wait.
package final class Mailbox<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])
  private let arrived = DispatchSemaphore(value: 0)

  /// Creates an empty mailbox.
  package init() {}

  /// Adds an element, from any thread.
  package func append(_ element: Element) {
    elements.withLock { $0.append(element) }
    arrived.signal()
  }

  /// Returns the next element, or `nil` after twenty seconds without one.
  package func next() -> Element? {
    guard arrived.wait(timeout: .now() + 20) == .success else { return nil }
    return elements.withLock { $0.removeFirst() }
  }

  /// The number of elements that were not taken yet.
  package var count: Int { elements.withLock { $0.count } }

  /// Whether no element is left to take.
  package var isEmpty: Bool { elements.withLock { $0.isEmpty } }
}
