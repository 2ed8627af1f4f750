/// What is to happen, by time and then in the order in which it was planned.
struct EventQueue<Element> {
  private struct Entry {
    let time: Int64
    let order: Int64
    let element: Element
  }

  private var heap: [Entry] = []
  private var count: Int64 = 0

  var isEmpty: Bool { heap.isEmpty }

  mutating func add(_ element: Element, at time: Int64) {
    count += 1
    heap.append(Entry(time: time, order: count, element: element))
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard comes(child, before: parent) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  mutating func next() -> (time: Int64, element: Element)? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      sink()
    }
    return (first.time, first.element)
  }

  private mutating func sink() {
    var parent = 0
    while true {
      var least = parent
      for child in [parent * 2 + 1, parent * 2 + 2] where child < heap.count && comes(child, before: least) {
        least = child
      }
      guard least != parent else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }

  private func comes(_ left: Int, before right: Int) -> Bool {
    (heap[left].time, heap[left].order) < (heap[right].time, heap[right].order)
  }
}
