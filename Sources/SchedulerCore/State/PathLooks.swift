/// Tasks whose paths have to be looked at. Users take turns.
struct PathLooks: Equatable {
  private enum Sort { case look }

  private var queues: [UInt32: SortedSet<TaskID>] = [:]
  private var turns = Turns<Sort>()

  /// Returns the user's task to look for next.
  func first(of uid: UInt32) -> TaskID? { queues[uid]?.first }

  /// Returns the next turn after one that has passed already.
  func next(after passed: Turn?) -> Turn? { turns.next(after: passed, besides: []) }

  /// Returns the number of the last look as the user, or `nil` when there was none.
  func last(of uid: UInt32) -> UInt64? { turns.last[uid] }

  mutating func setLast(_ number: UInt64?, of uid: UInt32) { turns.setLast(number, of: uid) }

  mutating func set(_ id: TaskID, of uid: UInt32, isThere: Bool) {
    // The queue is taken out while it changes, so that it is not copied.
    var queue = queues.removeValue(forKey: uid) ?? SortedSet()
    queue.set(id, isThere: isThere)
    turns.set(uid, .look, isThere: !queue.isEmpty)
    if !queue.isEmpty { queues[uid] = queue }
  }

  /// The tasks of each user.
  var all: [UInt32: [TaskID]] { queues.mapValues(\.elements) }

  /// Whether the same tasks have to be looked at.
  static func == (left: PathLooks, right: PathLooks) -> Bool { left.queues == right.queues }
}
