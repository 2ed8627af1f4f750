/// Distinct elements in ascending order, in chunks of at most 256. The set takes little more memory than its
/// elements, and a change is a search among the chunks and a move within one. Elements that are inserted in
/// order, at either end, fill their chunks.
struct SortedSet<Element: Comparable> {
  private static var chunkLength: Int { 256 }

  /// The chunks, none empty and none longer than ``chunkLength``.
  private var chunks: [[Element]] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// The least element, if any.
  var first: Element? { chunks.first?.first }

  func contains(_ element: Element) -> Bool {
    guard let chunk = chunk(of: element) else { return false }
    let index = Self.place(of: element, in: chunks[chunk])
    return index < chunks[chunk].count && chunks[chunk][index] == element
  }

  /// All elements in ascending order.
  var elements: [Element] { Array(inOrder) }

  /// A view of the elements in ascending order.
  var inOrder: FlattenSequence<[[Element]]> { chunks.joined() }

  /// Calls the body with each element in ascending order.
  func forEach(_ body: (Element) -> Void) {
    for chunk in chunks { chunk.forEach(body) }
  }

  /// Returns the least element that is not less than `element`, or `nil` when there is none.
  func first(from element: Element) -> Element? { first(from: element, isIncluded: true) }

  /// Returns the least element that is greater than `element`, or `nil` when there is none.
  func first(after element: Element) -> Element? { first(from: element, isIncluded: false) }

  /// Returns some of the elements that are greater than `element`, the least ones in ascending order: all
  /// that share a chunk, so that a walk costs one search for each chunk. Without an element they begin at the
  /// least.
  func some(after element: Element?) -> ArraySlice<Element> {
    guard let element else { return chunks.first?[...] ?? [] }
    return position(from: element, isIncluded: false).map { chunks[$0.chunk][$0.index...] } ?? []
  }

  private func first(from element: Element, isIncluded: Bool) -> Element? {
    position(from: element, isIncluded: isIncluded).map { chunks[$0.chunk][$0.index] }
  }

  /// Returns where the least element is that is greater than `element`, or equal where that is included.
  private func position(from element: Element, isIncluded: Bool) -> (chunk: Int, index: Int)? {
    guard let chunk = chunk(of: element) else { return chunks.isEmpty ? nil : (0, 0) }
    var index = Self.place(of: element, in: chunks[chunk])
    if !isIncluded, index < chunks[chunk].count, chunks[chunk][index] == element { index += 1 }
    if index < chunks[chunk].count { return (chunk, index) }
    return chunk + 1 < chunks.count ? (chunk + 1, 0) : nil
  }

  /// Inserts the element if `isThere`, else removes it.
  mutating func set(_ element: Element, isThere: Bool) {
    if isThere { insert(element) } else { remove(element) }
  }

  mutating func insert(_ element: Element) {
    guard var chunk = chunk(of: element) ?? (chunks.isEmpty ? nil : 0) else {
      chunks.append([element])
      count = 1
      return
    }
    var index = Self.place(of: element, in: chunks[chunk])
    if index < chunks[chunk].count, chunks[chunk][index] == element { return }
    count += 1
    if chunks[chunk].count == Self.chunkLength {
      if index == Self.chunkLength, chunk == chunks.count - 1 { return chunks.append([element]) }
      if index == 0, chunk == 0 { return chunks.insert([element], at: 0) }
      let half = Self.chunkLength / 2
      chunks.insert(Array(chunks[chunk][half...]), at: chunk + 1)
      chunks[chunk].removeSubrange(half...)
      if index > half { (chunk, index) = (chunk + 1, index - half) }
    }
    chunks[chunk].insert(element, at: index)
  }

  mutating func remove(_ element: Element) {
    guard let chunk = chunk(of: element) else { return }
    let index = Self.place(of: element, in: chunks[chunk])
    guard index < chunks[chunk].count, chunks[chunk][index] == element else { return }
    chunks[chunk].remove(at: index)
    count -= 1
    if chunks[chunk].isEmpty { chunks.remove(at: chunk) } else { join(chunk) }
  }

  /// Joins a chunk that has become short with the next one, if both fit into half a chunk.
  private mutating func join(_ chunk: Int) {
    guard chunks[chunk].count <= Self.chunkLength / 4, chunk + 1 < chunks.count,
      chunks[chunk].count + chunks[chunk + 1].count <= Self.chunkLength / 2
    else { return }
    chunks[chunk] += chunks.remove(at: chunk + 1)
  }

  /// Returns the last chunk that begins at or before the element, or `nil` when all begin after it.
  private func chunk(of element: Element) -> Int? {
    guard let last = chunks.last?.first else { return nil }
    if !(element < last) { return chunks.count - 1 }
    var (low, high) = (0, chunks.count)
    while low < high {
      let middle = (low + high) / 2
      if element < chunks[middle][0] { high = middle } else { low = middle + 1 }
    }
    return low == 0 ? nil : low - 1
  }

  /// Returns the index of the first element that is not less than `element`.
  private static func place(of element: Element, in chunk: [Element]) -> Int {
    guard let last = chunk.last, !(last < element) else { return chunk.count }
    var (low, high) = (0, chunk.count)
    while low < high {
      let middle = (low + high) / 2
      if chunk[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension SortedSet: Equatable {
  /// Whether both sets hold the same elements, however these are divided into chunks.
  static func == (left: SortedSet, right: SortedSet) -> Bool {
    left.count == right.count && left.chunks.joined().elementsEqual(right.chunks.joined())
  }
}

extension SortedSet: Sendable where Element: Sendable {}
