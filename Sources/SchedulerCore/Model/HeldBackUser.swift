/// A user whose waiting tasks stayed in the store at a start of the daemon, because the tasks of all users
/// would not fit in memory.
package struct HeldBackUser: Hashable, Sendable {
  package let uid: UInt32
  /// The number of tasks that wait in the store.
  package let tasks: Int
  /// The number of the last end (``EndRecord``) that any of these tasks knows: later ones get larger numbers.
  package let lastEnd: Int64

  package init(uid: UInt32, tasks: Int, lastEnd: Int64 = 0) {
    (self.uid, self.tasks, self.lastEnd) = (uid, tasks, lastEnd)
  }
}

/// The memory that the waiting tasks in a store would take, by user: decides whose tasks stay there.
package struct MemoryDemand {
  private struct Share {
    var tasks = 0
    var bytes = 0
    var newest = TaskID(0)
    var lastEnd: Int64 = 0
  }

  private var shares: [UInt32: Share] = [:]
  /// The bytes of tasks that cannot stay in the store, because they run.
  private var fixed = 0

  package init() {}

  /// Adds a task of the store.
  package mutating func add(_ task: ScheduledTask) {
    guard task.runID == nil else { return fixed += task.heldBytes }
    shares[task.uid, default: Share()].tasks += 1
    shares[task.uid, default: Share()].bytes += task.heldBytes
    shares[task.uid, default: Share()].newest = max(shares[task.uid]?.newest ?? task.id, task.id)
    shares[task.uid, default: Share()].lastEnd = max(shares[task.uid]?.lastEnd ?? 0, task.endsBefore)
  }

  /// Returns the users whose tasks are held back so that the rest takes no more than `limit` bytes. Of the
  /// users above an even share, the one who submitted last is held back with all tasks, until the rest fits:
  /// a user who has little is never held back.
  package func heldBack(limit: Int) -> [HeldBackUser] {
    var left = shares
    var sum = fixed + shares.values.reduce(0) { $0 + $1.bytes }
    var held: [HeldBackUser] = []
    while sum > limit, !left.isEmpty {
      let even = max(limit - fixed, 0) / left.count
      let greedy = left.filter { $0.value.bytes > even }
      guard let (uid, share) = greedy.max(by: { ($0.value.newest, $0.key) < ($1.value.newest, $1.key) })
      else { break }
      left[uid] = nil
      sum -= share.bytes
      held.append(HeldBackUser(uid: uid, tasks: share.tasks, lastEnd: share.lastEnd))
    }
    return held.sorted { $0.uid < $1.uid }
  }
}
