import Testing

@testable import SchedulerCore

@Suite("Heap")
struct HeapTests {
  @Test("Whatever is inserted, moved and removed, the first element is the least")
  func first() {
    var random = SeededGenerator(seed: 3)
    var heap = IndexedHeap<Int, Int>()
    var model: [Int: Int] = [:]
    for _ in 0..<3000 {
      let element = Int.random(in: 0..<60, using: &random)
      if Int.random(in: 0..<3, using: &random) == 0 {
        heap.remove(element)
        model[element] = nil
      } else {
        // The element at the end keeps keys unique, as the heap's users do.
        let key = Int.random(in: 0..<50, using: &random) * 100 + element
        heap.insert(element, key: key)
        model[element] = key
      }
      #expect(heap.first?.key == model.values.min())
      #expect(heap.count == model.count && heap.isEmpty == model.isEmpty)
    }
  }
}
