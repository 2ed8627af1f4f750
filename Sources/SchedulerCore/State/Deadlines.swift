/// The waiting tasks whose deadline was not taken in, by user, so that a user with thousands of them is one
/// among others.
struct Deadlines {
  private var queues: [UInt32: SortedSet<Due<WallTime>>] = [:]
  /// The users who are not behind, by their next deadlines.
  private var heads = IndexedHeap<UInt32, Due<WallTime>>()
  /// The users with more passed deadlines than one turn takes in, with the points of their next turns.
  private(set) var behind: [UInt32: MonotonicTime] = [:]
  private var turns = IndexedHeap<UInt32, Timed<MonotonicTime, UInt32>>()
  private(set) var count = 0

  /// The next deadline of the users who are not behind.
  var first: (uid: UInt32, due: Due<WallTime>)? { heads.first.map { ($0.element, $0.key) } }

  /// The next turn of the users who are behind.
  var nextTurn: MonotonicTime? { turns.first?.key.time }

  /// Returns a user whose turn has come.
  func firstToGoOn(at now: MonotonicTime) -> UInt32? {
    turns.first.flatMap { $0.key.time <= now ? $0.element : nil }
  }

  mutating func insert(_ due: Due<WallTime>, of uid: UInt32) {
    queues[uid, default: SortedSet()].insert(due)
    count += 1
    refresh(uid)
  }

  mutating func remove(_ due: Due<WallTime>, of uid: UInt32) {
    queues[uid]?.remove(due)
    if queues[uid]?.isEmpty == true { queues[uid] = nil }
    count -= 1
    refresh(uid)
  }

  mutating func setBehind(_ uid: UInt32, until point: MonotonicTime?) {
    behind[uid] = point
    if let point { turns.insert(uid, key: Timed(point, uid)) } else { turns.remove(uid) }
    refresh(uid)
  }

  /// Returns the number of the user's deadlines.
  func count(of uid: UInt32) -> Int { queues[uid]?.count ?? 0 }

  private mutating func refresh(_ uid: UInt32) {
    if behind[uid] == nil, let head = queues[uid]?.first {
      heads.insert(uid, key: head)
    } else {
      heads.remove(uid)
    }
  }
}

/// The bounds of the deadlines that are taken in at once. Each is a change to write, a line in the journal
/// and an event for watchers, and a user may have thousands that pass at one moment.
enum DeadlineRate {
  /// The bound of one user in a turn.
  static let perUser = 100
  /// The same bound in bytes of tasks that are dropped.
  static let bytesPerUser = 1 << 20
  /// The bound of all users in one event.
  static let inAll = 400
  /// The time between two turns of a user.
  static let pause = TimeSpan.milliseconds(100)
}
