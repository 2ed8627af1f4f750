/// The users who wait for their turn, apart for each of the few sorts of work. A sort that is closed for all
/// users is passed over as a whole, however many wait.
struct Turns<Sort: Hashable> {
  private var waiting: [Sort: SortedSet<Turn>] = [:]
  /// The number of each user's last turn.
  private(set) var last: [UInt32: UInt64] = [:]

  /// Returns the next turn of the users who wait for a sort that is not closed.
  /// - Parameter passed: The last turn that has passed; nil for none.
  func next(after passed: Turn?, besides closed: Set<Sort>) -> Turn? {
    waiting.lazy.filter { !closed.contains($0.key) }
      .compactMap { _, turns in passed.map(turns.first(after:)) ?? turns.first }.min()
  }

  /// Returns whether the user waits for work of this sort.
  func contains(_ uid: UInt32, _ sort: Sort) -> Bool { waiting[sort]?.contains(turn(of: uid)) == true }

  /// Notes whether the user waits for work of this sort.
  mutating func set(_ uid: UInt32, _ sort: Sort, isThere: Bool) {
    // The turns are taken out while they change, so that they are not copied.
    var turns = waiting.removeValue(forKey: sort) ?? SortedSet()
    turns.set(turn(of: uid), isThere: isThere)
    if !turns.isEmpty { waiting[sort] = turns }
  }

  /// - Parameter number: The number of the user's last turn, if any.
  mutating func setLast(_ number: UInt64?, of uid: UInt32) {
    let sorts = waiting.keys.filter { contains(uid, $0) }
    for sort in sorts { set(uid, sort, isThere: false) }
    last[uid] = number
    for sort in sorts { set(uid, sort, isThere: true) }
  }

  func turn(of uid: UInt32) -> Turn { Turn(last: last[uid, default: 0], uid: uid) }
}

/// A user's place in the order of turns: the user with the oldest turn goes first.
struct Turn: Hashable, Comparable {
  /// The number of the user's last turn, or 0 for none.
  var last: UInt64
  var uid: UInt32

  static func < (left: Turn, right: Turn) -> Bool { (left.last, left.uid) < (right.last, right.uid) }
}

extension Turns: Sendable where Sort: Sendable {}
