/// An index from keys to numbers that holds half of each key's hash instead of the key. A key is held only
/// where its half is taken. Half a hash tells all but some hundred of a million keys apart.
struct HashIndex<Key: Hashable & Sendable, Number: Hashable & Sendable>: Sendable {
  private var numbers: [UInt32: Number] = [:]
  private var others: [Key: Number] = [:]
  private let hash: @Sendable (Key) -> Int

  /// - Parameter hash: For tests; the default is the standard library's hash, whose seed is random.
  init(hash: @escaping @Sendable (Key) -> Int = { $0.hashValue }) { self.hash = hash }

  var count: Int { numbers.count + others.count }

  mutating func reserveCapacity(_ count: Int) { numbers.reserveCapacity(count) }

  /// Returns the number of the key, or `nil` when it has none.
  /// - Parameter keyOf: Returns the key of a number that is in the index.
  func number(of key: Key, _ keyOf: (Number) -> Key?) -> Number? {
    if let number = numbers[half(key)], keyOf(number) == key { return number }
    return others.isEmpty ? nil : others[key]
  }

  /// Gives the key this number from now on.
  /// - Parameter keyOf: Returns the key of a number that is in the index.
  mutating func insert(_ number: Number, as key: Key, _ keyOf: (Number) -> Key?) {
    let hash = half(key)
    guard let other = numbers[hash], keyOf(other) != key else {
      numbers[hash] = number
      others[key] = nil
      return
    }
    others[key] = number
  }

  /// Removes the number from the key, if the key has it.
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
