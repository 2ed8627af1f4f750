/// A queue in which users take turns; the items of one user keep their order.
struct FairQueue<Item> {
  /// The items of each user who has any, with the user whose turn is next first.
  private var waiting: [(key: AccountKey, items: [Item])] = []

  var isEmpty: Bool { waiting.isEmpty }

  mutating func append(_ item: Item, of key: AccountKey) {
    if let place = waiting.firstIndex(where: { $0.key == key }) {
      waiting[place].items.append(item)
    } else {
      waiting.append((key, [item]))
    }
  }

  /// Takes the next item of the first user who may have a turn; that user's next turn is after all others'.
  mutating func next(where mayHaveTurn: (AccountKey) -> Bool) -> (item: Item, key: AccountKey)? {
    guard let place = waiting.firstIndex(where: { mayHaveTurn($0.key) }) else { return nil }
    var (key, items) = waiting.remove(at: place)
    let item = items.removeFirst()
    if !items.isEmpty { waiting.append((key, items)) }
    return (item, key)
  }
}
