/// What waits for its turn: users take turns, and what is one user's goes in its order.
struct FairQueue<Item> {
  private var waiting: [AccountKey: [Item]] = [:]
  /// Who has something waiting, whose turn is next first.
  private var order: [AccountKey] = []

  var isEmpty: Bool { order.isEmpty }

  func hasItems(of key: AccountKey) -> Bool { waiting[key] != nil }

  mutating func append(_ item: Item, of key: AccountKey) {
    if waiting[key] == nil { order.append(key) }
    waiting[key, default: []].append(item)
  }

  /// The next item of the first user who may have a turn; that user's next turn is after all others'.
  mutating func next(where mayHaveTurn: (AccountKey) -> Bool) -> (item: Item, key: AccountKey)? {
    guard let place = order.firstIndex(where: mayHaveTurn) else { return nil }
    let key = order.remove(at: place)
    guard var items = waiting.removeValue(forKey: key) else { preconditionFailure("nothing waits of \(key)") }
    let item = items.removeFirst()
    if !items.isEmpty {
      waiting[key] = items
      order.append(key)
    }
    return (item, key)
  }
}
