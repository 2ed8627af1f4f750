/// A user whose waiting tasks a start has left in the store, because the tasks of all users would not fit in
/// memory.
package struct HeldBackUser: Hashable, Sendable {
  /// The user.
  package let uid: UInt32
  /// How many tasks wait in the store.
  package let tasks: Int

  /// A user.
  package init(uid: UInt32, tasks: Int) { (self.uid, self.tasks) = (uid, tasks) }
}

/// What the waiting tasks in a store would take in memory, by user: decides whose are left there.
package struct MemoryDemand {
  private struct Share {
    var tasks = 0
    var bytes = 0
    var newest = TaskID(0)
  }

  private var shares: [UInt32: Share] = [:]
  /// What cannot be left in the store, because it runs.
  private var fixed = 0

  /// Nothing.
  package init() {}

  /// Adds a task that is stored.
  package mutating func add(_ task: ScheduledTask) {
    guard task.runID == nil else { return fixed += task.heldBytes }
    shares[task.uid, default: Share()].tasks += 1
    shares[task.uid, default: Share()].bytes += task.heldBytes
    shares[task.uid, default: Share()].newest = max(shares[task.uid]?.newest ?? task.id, task.id)
  }

  /// The users whose tasks are held back so that the rest takes no more than the limit. Of those who have
  /// more than an even share it is whoever submitted last, with all of theirs, until it fits: so it is nobody
  /// who has little.
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
      held.append(HeldBackUser(uid: uid, tasks: share.tasks))
    }
    return held.sorted { $0.uid < $1.uid }
  }
}
