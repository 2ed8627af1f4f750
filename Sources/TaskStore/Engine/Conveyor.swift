import Dispatch
import Synchronization

/// Items on their way from a thread that makes them to another that uses them, a few at a time: both work at
/// once, and neither holds more than that.
final class Conveyor<Item: Sendable>: Sendable {
  private let items = Mutex<[Item]>([])
  private let places: DispatchSemaphore
  private let filled = DispatchSemaphore(value: 0)

  /// - Parameter length: The most items on their way.
  init(length: Int) { places = DispatchSemaphore(value: length) }

  /// Hands an item over, and waits for a place.
  func put(_ item: Item) {
    places.wait()
    items.withLock { $0.append(item) }
    filled.signal()
  }

  /// Takes the next item, and waits until there is one.
  func next() -> Item {
    filled.wait()
    defer { places.signal() }
    return items.withLock { $0.removeFirst() }
  }
}
