/// Numbers by keys that are kept elsewhere: the index holds no keys, only half of their hashes, and what has
/// the half of another. Half a hash tells all but some hundred of a million apart.
struct HashIndex<Key: Hashable & Sendable, Number: Hashable & Sendable>: Sendable {
  private var numbers: [UInt32: Number] = [:]
  private var others: [Key: Number] = [:]
  private let hash: @Sendable (Key) -> Int

  /// - Parameter hash: For tests; else the standard library's, whose seed nobody knows.
  init(hash: @escaping @Sendable (Key) -> Int = { $0.hashValue }) { self.hash = hash }

  var count: Int { numbers.count + others.count }

  var isEmpty: Bool { numbers.isEmpty && others.isEmpty }

  mutating func reserveCapacity(_ count: Int) { numbers.reserveCapacity(count) }

  /// The number of the key; nil when there is none.
  /// - Parameter keyOf: The key of a number that is in the index.
  func number(of key: Key, _ keyOf: (Number) -> Key?) -> Number? {
    if let number = numbers[half(key)], keyOf(number) == key { return number }
    return others.isEmpty ? nil : others[key]
  }

  /// Gives the key this number from now on.
  /// - Parameter keyOf: The key of a number that is in the index.
  mutating func insert(_ number: Number, as key: Key, _ keyOf: (Number) -> Key?) {
    let hash = half(key)
    guard let other = numbers[hash], keyOf(other) != key else {
      numbers[hash] = number
      others[key] = nil
      return
    }
    others[key] = number
  }

  /// Takes the number away from the key, if it has it.
  mutating func remove(_ number: Number, as key: Key) {
    let hash = half(key)
    if numbers[hash] == number {
      numbers[hash] = nil
    } else if others[key] == number {
      others[key] = nil
    }
  }

  private func half(_ key: Key) -> UInt32 { UInt32(truncatingIfNeeded: hash(key)) }
}
