/// What tasks say alike, each once: a million tasks may say the same.
struct Pool<Value: Hashable & Sendable> {
  /// How many tasks say it.
  private(set) var uses: [Value: Int] = [:]

  var isEmpty: Bool { uses.isEmpty }

  /// Another task says this. Returns the same, as the others have it.
  mutating func keep(_ value: Value) -> Value {
    guard let index = uses.index(forKey: value) else {
      uses[value] = 1
      return value
    }
    uses.values[index] += 1
    return uses.keys[index]
  }

  /// One that said it does not any more.
  mutating func release(_ value: Value) {
    guard let index = uses.index(forKey: value) else { return }
    uses.values[index] -= 1
    if uses.values[index] == 0 { uses.remove(at: index) }
  }
}
