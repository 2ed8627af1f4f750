/// A search for the name that a mistyped name was meant to be.
package enum NearestName {
  /// Returns the name that is nearest by edit distance, if the distance is at most a third of its length, or
  /// 1. Of equally near names it is the first.
  package static func find(_ name: String, among names: [String]) -> String? {
    // A name that is much longer than any known one is no typing mistake, and the distance costs the product
    // of the lengths.
    guard !name.isEmpty, name.utf8.count <= 64 else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in names {
      let distance = distance(name.lowercased(), candidate.lowercased())
      let limit = max(1, candidate.utf8.count / 3)
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    if let best, best.distance <= 2 { return best.name }
    // A name of several parts is matched by some of its parts, if no other name has these with as few others.
    let parts = parts(of: name)
    let alike = parts.count < 2 ? [] : names.filter { isAlike(parts, Self.parts(of: $0)) }
    let fewest = alike.map { Self.parts(of: $0).count }.min()
    let nearest = alike.filter { Self.parts(of: $0).count == fewest }
    return nearest.count == 1 ? nearest[0] : best?.name
  }

  private static func parts(of name: String) -> [String] {
    name.lowercased().split(separator: "-").map(String.init)
  }

  /// Returns whether each part is one of the others, but for a typing mistake or two.
  private static func isAlike(_ parts: [String], _ others: [String]) -> Bool {
    parts.count < others.count
      && parts.allSatisfy { part in others.contains { distance(part, $0) <= part.utf8.count / 4 } }
  }

  /// Returns the hint `; did you mean NAME?`, or an empty text.
  package static func hint(
    for name: String, among names: [String], _ spelling: (String) -> String = { $0 }
  ) -> String {
    find(name, among: names).map { "; did you mean \(spelling($0))?" } ?? ""
  }

  /// Returns the number of bytes to insert, delete, replace or swap with their neighbour.
  private static func distance(_ left: String, _ right: String) -> Int {
    let left = Array(left.utf8)
    let right = Array(right.utf8)
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[right.count]
  }
}
