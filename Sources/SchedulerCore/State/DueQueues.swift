/// Tasks by the time at which they are due, apart for each user, so that a user with thousands of them is one
/// among others.
struct DueQueues<Time: Comparable & Hashable> {
  /// A user by their first due task.
  fileprivate struct Head: Comparable {
    var due: Due<Time>
    var uid: UInt32

    static func < (left: Head, right: Head) -> Bool { (left.due, left.uid) < (right.due, right.uid) }
  }

  private var queues: [UInt32: SortedSet<Due<Time>>] = [:]
  private var heads = SortedSet<Head>()
  private(set) var count = 0

  /// The first due task of all users.
  var first: Due<Time>? { heads.first?.due }

  /// Returns the user's first due task.
  func first(of uid: UInt32) -> Due<Time>? { queues[uid]?.first }

  /// Whether a task is due.
  func hasDue(by now: Time) -> Bool { heads.first.map { $0.due.time <= now } ?? false }

  /// Returns the users with a due task, in the order of their numbers, beginning behind one of them.
  func users(dueBy now: Time, after last: UInt32?) -> [UInt32] {
    // A key path in a generic type is made anew each time, which costs as much as the rest of a small event.
    let due = heads.inOrder.prefix { $0.due.time <= now }.map { $0.uid }.sorted()
    guard let last else { return due }
    return due.filter { $0 > last } + due.filter { $0 <= last }
  }

  mutating func insert(_ due: Due<Time>, of uid: UInt32) { set(due, of: uid, isThere: true) }

  mutating func remove(_ due: Due<Time>, of uid: UInt32) { set(due, of: uid, isThere: false) }

  private mutating func set(_ due: Due<Time>, of uid: UInt32, isThere: Bool) {
    // The queue is taken out while it changes, so that it is not copied.
    var queue = queues.removeValue(forKey: uid) ?? SortedSet()
    let (old, length) = (queue.first, queue.count)
    queue.set(due, isThere: isThere)
    count += queue.count - length
    if old != queue.first {
      if let old { heads.remove(Head(due: old, uid: uid)) }
      if let new = queue.first { heads.insert(Head(due: new, uid: uid)) }
    }
    if !queue.isEmpty { queues[uid] = queue }
  }
}

extension DueQueues: Sendable where Time: Sendable {}
extension DueQueues.Head: Sendable where Time: Sendable {}

extension DueQueues: Equatable {
  /// Whether the same tasks are due at the same times.
  static func == (left: DueQueues, right: DueQueues) -> Bool { left.queues == right.queues }
}
