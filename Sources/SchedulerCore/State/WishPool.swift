/// What tasks say of conditions in their own words, each once: a million tasks may say the same.
struct WishPool {
  /// How many tasks say it.
  private(set) var uses: [ConditionWish: Int] = [:]

  var isEmpty: Bool { uses.isEmpty }

  /// Another task says this. Returns the same, as the others have it.
  mutating func keep(_ wish: ConditionWish) -> ConditionWish {
    guard !wish.isEmpty else { return .none }
    guard let index = uses.index(forKey: wish) else {
      uses[wish] = 1
      return wish
    }
    uses.values[index] += 1
    return uses.keys[index]
  }

  /// One that said it does not any more.
  mutating func release(_ wish: ConditionWish) {
    guard let index = uses.index(forKey: wish) else { return }
    uses.values[index] -= 1
    if uses.values[index] == 0 { uses.remove(at: index) }
  }
}
