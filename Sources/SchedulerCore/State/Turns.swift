/// Users who wait for their turn, apart for each of the few sorts of what they wait for: a sort that is
/// closed for everybody is passed over as a whole, however many wait.
struct Turns<Sort: Hashable> {
  private var waiting: [Sort: SortedSet<Turn>] = [:]
  /// The number of each user's last turn.
  private(set) var last: [UInt32: UInt64] = [:]

  /// The next turn of those who wait for a sort that is not closed.
  /// - Parameter passed: The turn that has passed already, and with it all before; nil is none.
  func next(after passed: Turn?, besides closed: Set<Sort>) -> Turn? {
    waiting.lazy.filter { !closed.contains($0.key) }
      .compactMap { _, turns in passed.map(turns.first(after:)) ?? turns.first }.min()
  }

  /// The user waits for something of this sort.
  func contains(_ uid: UInt32, _ sort: Sort) -> Bool { waiting[sort]?.contains(turn(of: uid)) == true }

  /// The user waits for something of this sort, or not any more.
  mutating func set(_ uid: UInt32, _ sort: Sort, isThere: Bool) {
    // Taken out while it changes, so that it is not copied.
    var turns = waiting.removeValue(forKey: sort) ?? SortedSet()
    turns.set(turn(of: uid), isThere: isThere)
    if !turns.isEmpty { waiting[sort] = turns }
  }

  /// - Parameter number: Of the user's last turn; nil when there was none.
  mutating func setLast(_ number: UInt64?, of uid: UInt32) {
    let sorts = waiting.keys.filter { contains(uid, $0) }
    for sort in sorts { set(uid, sort, isThere: false) }
    last[uid] = number
    for sort in sorts { set(uid, sort, isThere: true) }
  }

  func turn(of uid: UInt32) -> Turn { Turn(last: last[uid, default: 0], uid: uid) }
}

/// A user's turn: the user who had theirs longest ago goes first.
struct Turn: Hashable, Comparable {
  /// The number of the last one that was theirs; 0 is never.
  var last: UInt64
  var uid: UInt32

  static func < (left: Turn, right: Turn) -> Bool { (left.last, left.uid) < (right.last, right.uid) }
}

extension Turns: Sendable where Sort: Sendable {}
