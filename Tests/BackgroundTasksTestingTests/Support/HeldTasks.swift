import BackgroundTasks
import Synchronization

/// What handlers were given, in order.
final class Collected<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])

  var all: [Element] { elements.withLock { $0 } }
  var last: Element? { all.last }

  func add(_ element: Element) { elements.withLock { $0.append(element) } }
}

/// The tasks that handlers were given, for tests that complete them later.
typealias HeldTasks = Collected<BGTask>
