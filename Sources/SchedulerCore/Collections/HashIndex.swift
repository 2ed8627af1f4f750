/// An index from keys to numbers that holds half of each key's hash instead of the key. A key is held only
/// where its half is taken. Half a hash tells all but some hundred of a million keys apart.
struct HashIndex<Key: Hashable & Sendable, Number: Hashable & Sendable>: Sendable {
  private var numbers = GradualDictionary<UInt32, Number> { Int($0) }
  /// The other keys of each half, which most halves do not have.
  private var others: [UInt32: [Key: Number]] = [:]
  private let hash: @Sendable (Key) -> Int

  /// - Parameter hash: For tests; the default is the standard library's hash, whose seed is random.
  init(hash: @escaping @Sendable (Key) -> Int = { $0.hashValue }) { self.hash = hash }

  var count: Int { others.values.reduce(numbers.count) { $0 + $1.count } }

  mutating func reserveCapacity(_ count: Int) { numbers.reserveCapacity(count) }

  /// Returns the number of the key, or `nil` when it has none.
  /// - Parameter keyOf: Returns the key of a number that is in the index.
  func number(of key: Key, _ keyOf: (Number) -> Key?) -> Number? {
    let hash = half(key)
    if let number = numbers[hash], keyOf(number) == key { return number }
    return others[hash]?[key]
  }

  /// Gives the key this number from now on.
  /// - Parameter keyOf: Returns the key of a number that is in the index.
  /// - Returns: The number that the key had until now.
  @discardableResult
  mutating func insert(_ number: Number, as key: Key, _ keyOf: (Number) -> Key?) -> Number? {
    let hash = half(key)
    guard let other = numbers.updateValue(number, forKey: hash) else { return removeOther(hash, key) }
    if keyOf(other) == key { return other }
    numbers[hash] = other
    return others[hash, default: [:]].updateValue(number, forKey: key)
  }

  /// Removes the number from the key, if the key has it.
  mutating func remove(_ number: Number, as key: Key) {
    let hash = half(key)
    if numbers[hash] == number {
      numbers[hash] = nil
    } else if others[hash]?[key] == number {
      removeOther(hash, key)
    }
  }

  /// - Returns: The number that the key had until now.
  @discardableResult
  private mutating func removeOther(_ hash: UInt32, _ key: Key) -> Number? {
    guard let old = others[hash]?.removeValue(forKey: key) else { return nil }
    if others[hash]?.isEmpty == true { others[hash] = nil }
    return old
  }

  private func half(_ key: Key) -> UInt32 { UInt32(truncatingIfNeeded: hash(key)) }
}
