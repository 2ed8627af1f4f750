import Testing

@testable import SchedulerCore

@Suite("Sorted sets")
struct SortedSetTests {
  @Test("Whatever is inserted and removed, it holds the same as a set, in order", arguments: 1...6)
  func model(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var sorted = SortedSet<Int>()
    var model: Set<Int> = []
    // Large enough for many chunks, and small enough that elements come again and go.
    let numbers = 0..<(seed.isMultiple(of: 2) ? 4000 : 300)
    for step in 0..<20_000 {
      let element = Int.random(in: numbers, using: &random)
      // It grows, then shrinks to nothing.
      if Int.random(in: 0..<10, using: &random) < (step < 12_000 ? 7 : 1) {
        sorted.insert(element)
        model.insert(element)
      } else {
        let gone = step < 12_000 ? element : sorted.first ?? element
        sorted.remove(gone)
        model.remove(gone)
      }
      #expect(sorted.contains(element) == model.contains(element))
      guard step.isMultiple(of: 97) else { continue }
      #expect(sorted.elements == model.sorted())
      #expect(sorted.first == model.min() && sorted.count == model.count && sorted.isEmpty == model.isEmpty)
    }
    for element in model { sorted.remove(element) }
    #expect(sorted.isEmpty && sorted.elements.isEmpty && sorted.first == nil)
  }

  @Test("What comes in order, from either end, is in order", arguments: [true, false])
  func inOrder(ascending: Bool) {
    var sorted = SortedSet<Int>()
    for number in 0..<5000 { sorted.insert(ascending ? number : 5000 - number) }
    #expect(sorted.elements == Array(ascending ? 0..<5000 : 1..<5001))
    var last: Int?
    while let first = sorted.first {
      #expect(last.map { $0 < first } ?? true)
      last = first
      sorted.remove(first)
    }
    #expect(sorted.isEmpty)
  }

  @Test("Two that hold the same are equal, however it came in")
  func equality() {
    var (up, down) = (SortedSet<Int>(), SortedSet<Int>())
    for number in 0..<1000 { up.insert(number) }
    for number in (0..<1000).reversed() { down.insert(number) }
    #expect(up == down)
    down.remove(500)
    #expect(up != down)
  }
}
