/// The waiting task of each key. It holds no names, which the tasks themselves have: only their hashes, and
/// what has the hash of another. Half a hash tells all but some hundred of a million apart.
struct NameIndex {
  private var ids: [UInt32: TaskID] = [:]
  private var others: [TaskKey: TaskID] = [:]
  private let hash: @Sendable (TaskKey) -> Int

  /// - Parameter hash: For tests; else the standard library's, whose seed nobody knows.
  init(hash: @escaping @Sendable (TaskKey) -> Int = { $0.hashValue }) { self.hash = hash }

  private func half(_ key: TaskKey) -> UInt32 { UInt32(truncatingIfNeeded: hash(key)) }

  var count: Int { ids.count + others.count }

  /// - Parameter tasks: All that are in the index are in there.
  func id(of key: TaskKey, in tasks: TaskTable) -> TaskID? {
    if let id = ids[half(key)], tasks.key(of: id) == key { return id }
    return others.isEmpty ? nil : others[key]
  }

  mutating func reserveCapacity(_ count: Int) { ids.reserveCapacity(count) }

  /// The key's task is this one from now on.
  mutating func insert(_ id: TaskID, as key: TaskKey, in tasks: TaskTable) {
    let hash = half(key)
    guard let other = ids[hash], tasks.key(of: other) != key else {
      ids[hash] = id
      others[key] = nil
      return
    }
    others[key] = id
  }

  /// The task, which is still among the tasks, is not the key's any more.
  mutating func remove(_ id: TaskID, as key: TaskKey) {
    let hash = half(key)
    if ids[hash] == id { ids[hash] = nil } else if others[key] == id { others[key] = nil }
  }
}
