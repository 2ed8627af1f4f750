/// Values that many tasks share, each held once: a million tasks may have the same.
struct Pool<Value: Hashable & Sendable> {
  /// The number of tasks that have each value.
  private(set) var uses: [Value: Int] = [:]

  var isEmpty: Bool { uses.isEmpty }

  /// Counts another task with the value, and returns the copy that the others have.
  mutating func keep(_ value: Value) -> Value {
    guard let index = uses.index(forKey: value) else {
      uses[value] = 1
      return value
    }
    uses.values[index] += 1
    return uses.keys[index]
  }

  /// Counts one task less with the value.
  mutating func release(_ value: Value) {
    guard let index = uses.index(forKey: value) else { return }
    uses.values[index] -= 1
    if uses.values[index] == 0 { uses.remove(at: index) }
  }
}
