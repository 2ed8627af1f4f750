/// Tasks that need the same of the machine, queued by user, so that users take turns.
struct WaitingGroup {
  private var queues: [UInt32: SortedSet<Urgency>] = [:]
  /// The users who may run something when there is room.
  private var turns = IndexedHeap<UInt32, Turn>()
  /// The users who may run something even if there is no room.
  private var turnsBeside = IndexedHeap<UInt32, Turn>()

  var isEmpty: Bool { queues.isEmpty }

  /// The user whose turn it is among those that may run something.
  func nextTurn(hasRoom: Bool) -> Turn? { (hasRoom ? turns : turnsBeside).first?.key }

  /// The user's most urgent task, if they may run something.
  func first(of uid: UInt32, hasRoom: Bool) -> Urgency? {
    guard (hasRoom ? turns : turnsBeside).contains(uid) else { return nil }
    return queues[uid]?.first
  }

  mutating func insert(_ urgency: Urgency, uid: UInt32) {
    queues[uid, default: SortedSet()].insert(urgency)
  }

  mutating func remove(_ urgency: Urgency, uid: UInt32) {
    queues[uid]?.remove(urgency)
    guard queues[uid]?.isEmpty == true else { return }
    queues[uid] = nil
    turns.remove(uid)
    turnsBeside.remove(uid)
  }

  /// Puts the user at their turn, among those who may run something within the limits and beside them.
  mutating func setTurn(_ turn: Turn, of uid: UInt32, isWithin: Bool, isBeside: Bool) {
    guard queues[uid] != nil else { return }
    if isWithin || isBeside { turns.insert(uid, key: turn) } else { turns.remove(uid) }
    if isBeside { turnsBeside.insert(uid, key: turn) } else { turnsBeside.remove(uid) }
  }
}

/// What tasks have in common that wait for the machine together: a change of conditions starts all of a group
/// or none.
struct GroupKey: Hashable, Comparable {
  var kind: Kind
  /// Everything that is demanded of the machine, by the requests and by the rules for the kind.
  var demand: Demand

  static func < (left: GroupKey, right: GroupKey) -> Bool {
    if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
    return left.demand < right.demand
  }
}

/// Whose turn it is: the user who was served longest ago goes first.
struct Turn: Hashable, Comparable {
  /// The number of the last launch that was theirs; 0 is never.
  var lastServed: UInt64
  var uid: UInt32

  static func < (left: Turn, right: Turn) -> Bool {
    (left.lastServed, left.uid) < (right.lastServed, right.uid)
  }
}
