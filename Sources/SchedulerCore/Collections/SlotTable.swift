/// Values under small numbers, which are given again when they are free. The values lie in pages, so growth
/// or a copy that shares the rest touches one page, and removed values give their room back.
struct SlotTable<Value> {
  private static var pageLength: Int { 256 }

  /// The pages, all full but the last one; free numbers hold nil.
  private var pages: [[Value?]] = []
  /// The free numbers below ``end``.
  private var free = SortedSet<Int32>()
  /// The largest number in use plus 1.
  private(set) var end: Int32 = 0

  var count: Int { Int(end) - free.count }

  var isEmpty: Bool { end == 0 }

  /// The value of this number, or `nil` when the number is free.
  subscript(slot: Int32) -> Value? {
    guard slot < end else { return nil }
    return pages[Int(slot) / Self.pageLength][Int(slot) % Self.pageLength]
  }

  /// Puts the value under the smallest free number.
  mutating func insert(_ value: Value) -> Int32 {
    if let slot = free.first {
      free.remove(slot)
      pages[Int(slot) / Self.pageLength][Int(slot) % Self.pageLength] = value
      return slot
    }
    if Int(end) == pages.count * Self.pageLength { pages.append([]) }
    pages[pages.count - 1].append(value)
    end += 1
    return end - 1
  }

  /// Frees the number, which must be in use.
  mutating func remove(_ slot: Int32) {
    pages[Int(slot) / Self.pageLength][Int(slot) % Self.pageLength] = nil
    free.insert(slot)
    while end > 0, free.contains(end - 1) {
      end -= 1
      free.remove(end)
      pages[pages.count - 1].removeLast()
      if pages[pages.count - 1].isEmpty { pages.removeLast() }
    }
  }

  /// Changes the value of a number that is in use, in place.
  mutating func change<Result>(_ slot: Int32, _ body: (inout Value) -> Result) -> Result {
    let (page, place) = (Int(slot) / Self.pageLength, Int(slot) % Self.pageLength)
    guard var value = pages[page][place] else { preconditionFailure("the number \(slot) is free") }
    // The page must not hold the value meanwhile, or the change would copy the value's contents.
    pages[page][place] = nil
    defer { pages[page][place] = value }
    return body(&value)
  }

  /// The numbers in use, in ascending order.
  var slots: some Sequence<Int32> { (0..<end).lazy.filter { self[$0] != nil } }
}

extension SlotTable: Sendable where Value: Sendable {}
