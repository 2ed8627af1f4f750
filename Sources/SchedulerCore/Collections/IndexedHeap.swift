/// A binary heap of distinct elements, which are removed or moved by name in O(log n).
///
/// Keys are unique, because callers end them in a number that is never used twice, so the order of equal keys
/// does not matter.
struct IndexedHeap<Element: Hashable, Key: Comparable> {
  private var nodes: [(element: Element, key: Key)] = []
  private var positions: [Element: Int] = [:]

  var isEmpty: Bool { nodes.isEmpty }
  var count: Int { nodes.count }

  /// The element with the least key.
  var first: (element: Element, key: Key)? { nodes.first }

  /// Inserts the element, or moves it if it is there.
  mutating func insert(_ element: Element, key: Key) {
    if let position = positions[element] {
      nodes[position].key = key
      restore(position)
    } else {
      positions[element] = nodes.count
      nodes.append((element, key))
      siftUp(nodes.count - 1)
    }
  }

  /// Removes the element if it is there.
  mutating func remove(_ element: Element) {
    guard let position = positions.removeValue(forKey: element) else { return }
    let last = nodes.removeLast()
    guard position < nodes.count else { return }
    nodes[position] = last
    positions[last.element] = position
    restore(position)
  }

  private mutating func restore(_ position: Int) {
    siftDown(position)
    siftUp(position)
  }

  private mutating func siftUp(_ start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard nodes[child].key < nodes[parent].key else { return }
      exchange(child, parent)
      child = parent
    }
  }

  private mutating func siftDown(_ start: Int) {
    var parent = start
    while true {
      var least = parent
      for child in (2 * parent + 1)..<(2 * parent + 3) where child < nodes.count {
        if nodes[child].key < nodes[least].key { least = child }
      }
      guard least != parent else { return }
      exchange(parent, least)
      parent = least
    }
  }

  private mutating func exchange(_ left: Int, _ right: Int) {
    nodes.swapAt(left, right)
    positions[nodes[left].element] = left
    positions[nodes[right].element] = right
  }
}

extension IndexedHeap: Sendable where Element: Sendable, Key: Sendable {}
