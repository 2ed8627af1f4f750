/// A dictionary that grows gradually. One that grows as a whole moves all its entries in one step, which
/// takes half a second at a million of them; here the entries lie in many small parts by the hashes of their
/// keys, and a step moves one part. Parts reach the size at which they grow at different times.
struct GradualDictionary<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The entries that lie in one part before there are more.
  private static var mostInOnePart: Int { 4096 }
  private static var partCount: Int { 1024 }

  /// One part, or ``partCount`` of them.
  private(set) var parts: [[Key: Value]] = [[:]]
  private(set) var count = 0
  private let hash: @Sendable (Key) -> Int

  /// - Parameter hash: Returns the number by which a key's part is found; the default is the hash value.
  init(hash: @escaping @Sendable (Key) -> Int = { $0.hashValue }) { self.hash = hash }

  var isEmpty: Bool { count == 0 }

  /// All values, in no particular order.
  var values: some Sequence<Value> { parts.lazy.flatMap(\.values) }

  /// All keys, in no particular order.
  var keys: some Sequence<Key> { parts.lazy.flatMap(\.keys) }

  /// The value of the key, which is changed in place. Setting nil removes it.
  subscript(key: Key) -> Value? {
    get { parts[part(of: key)][key] }
    _modify {
      let part = part(of: key)
      let before = parts[part].count
      defer { noteCount(parts[part].count - before) }
      yield &parts[part][key]
    }
  }

  /// The value of the key, which is changed in place; a key without one gets the default.
  subscript(key: Key, default value: @autoclosure () -> Value) -> Value {
    get { self[key] ?? value() }
    _modify {
      let part = part(of: key)
      let before = parts[part].count
      defer { noteCount(parts[part].count - before) }
      yield &parts[part][key, default: value()]
    }
  }

  /// Returns the key of the dictionary that equals this one.
  func key(equalTo key: Key) -> Key? {
    let part = parts[part(of: key)]
    return part.index(forKey: key).map { part.keys[$0] }
  }

  /// - Returns: The value that the key had until now.
  @discardableResult
  mutating func updateValue(_ value: Value, forKey key: Key) -> Value? {
    let old = parts[part(of: key)].updateValue(value, forKey: key)
    if old == nil { noteCount(1) }
    return old
  }

  /// - Returns: The value that the key had until now.
  @discardableResult
  mutating func removeValue(forKey key: Key) -> Value? {
    let old = parts[part(of: key)].removeValue(forKey: key)
    if old != nil { noteCount(-1) }
    return old
  }

  /// Makes room for this many entries, so that a start, which reads them all, moves none.
  mutating func reserveCapacity(_ count: Int) {
    guard count > Self.mostInOnePart else { return parts[0].reserveCapacity(count) }
    if parts.count == 1 { split() }
    // Parts are not filled evenly.
    let each = count / Self.partCount
    for part in parts.indices { parts[part].reserveCapacity(each + each / 8) }
  }

  private func part(of key: Key) -> Int {
    parts.count == 1 ? 0 : Int(bitPattern: UInt(bitPattern: hash(key)) % UInt(Self.partCount))
  }

  private mutating func noteCount(_ change: Int) {
    count += change
    if count == 0 {
      parts = [[:]]
    } else if parts.count == 1, count > Self.mostInOnePart {
      split()
    }
  }

  private mutating func split() {
    let all = parts[0]
    parts = Array(repeating: [:], count: Self.partCount)
    for (key, value) in all { parts[part(of: key)][key] = value }
  }
}

extension GradualDictionary {
  /// Removes an element from the set of a key. Empty sets are not kept.
  mutating func remove<Element>(_ element: Element, from key: Key) where Value == SortedSet<Element> {
    self[key]?.remove(element)
    if self[key]?.isEmpty == true { self[key] = nil }
  }
}
