/// What an occasion takes of the processor, in nanoseconds.
struct Cost {
  /// All that happens, and what is read.
  var total: Int64 = 0
  /// What takes longest of it: so long nobody else has an answer.
  var longest: Int64 = 0

  mutating func add(event nanoseconds: Int64) {
    total += nanoseconds
    longest = max(longest, nanoseconds)
  }

  /// The least of both: the rest is what else the machine did. Nil is more than anybody waits for.
  static func least(_ left: Cost?, _ right: Cost?) -> Cost? {
    guard let left, let right else { return left ?? right }
    return Cost(total: min(left.total, right.total), longest: min(left.longest, right.longest))
  }
}
