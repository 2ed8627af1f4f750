/// Waiting tasks whose deadline has not been taken in, by user, so that a user with thousands of them is one
/// among others.
struct Deadlines {
  private var queues: [UInt32: SortedSet<Due<WallTime>>] = [:]
  /// The users by their next deadline, without those who are behind.
  private var heads = IndexedHeap<UInt32, Due<WallTime>>()
  /// The users of whom more deadlines passed than are taken in at once, and when it goes on.
  private(set) var behind: [UInt32: MonotonicTime] = [:]
  private var turns = IndexedHeap<UInt32, Turn>()
  private(set) var count = 0

  /// The next deadline of those users who are not behind.
  var first: (uid: UInt32, due: Due<WallTime>)? { heads.first.map { ($0.element, $0.key) } }

  /// When it goes on for the first of those who are behind.
  var nextTurn: MonotonicTime? { turns.first?.key.time }

  /// A user for whom it goes on now.
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
    if let point { turns.insert(uid, key: Turn(time: point, uid: uid)) } else { turns.remove(uid) }
    refresh(uid)
  }

  /// How many of the user's deadlines there are.
  func count(of uid: UInt32) -> Int { queues[uid]?.count ?? 0 }

  private mutating func refresh(_ uid: UInt32) {
    if behind[uid] == nil, let head = queues[uid]?.first {
      heads.insert(uid, key: head)
    } else {
      heads.remove(uid)
    }
  }
}

extension Deadlines {
  /// When it goes on for a user who is behind.
  private struct Turn: Comparable {
    var time: MonotonicTime
    var uid: UInt32

    static func < (left: Turn, right: Turn) -> Bool { (left.time, left.uid) < (right.time, right.uid) }
  }
}

/// How many deadlines are taken in at once: each is a change to write, a line in the journal and something
/// for those who watch, and a user may have thousands that pass at one moment.
enum DeadlineRate {
  /// Of one user in a turn.
  static let perUser = 100
  /// Of all users in one event.
  static let inAll = 400
  /// Between two turns of a user.
  static let pause = TimeSpan.milliseconds(100)
}
