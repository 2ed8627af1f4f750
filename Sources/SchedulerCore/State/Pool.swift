/// Values that many tasks share, each held once: a million tasks may have the same.
struct Pool<Value: Hashable & Sendable> {
  /// The number of tasks that have each value.
  private(set) var uses = GradualDictionary<Value, Int>()

  var isEmpty: Bool { uses.isEmpty }

  /// Counts another task with the value, and returns the copy that the others have.
  mutating func keep(_ value: Value) -> Value {
    let kept = uses.key(equalTo: value) ?? value
    uses[kept, default: 0] += 1
    return kept
  }

  /// Counts one task less with the value.
  mutating func release(_ value: Value) {
    guard let count = uses[value] else { return }
    uses[value] = count > 1 ? count - 1 : nil
  }
}
