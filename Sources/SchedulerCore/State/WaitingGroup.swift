/// Tasks that need the same of the machine, queued by user, so that users take turns.
struct WaitingGroup {
  private var queues: [UInt32: IndexedHeap<TaskID, Urgency>] = [:]
  private var turns = IndexedHeap<UInt32, Turn>()

  var isEmpty: Bool { queues.isEmpty }

  /// The user whose turn it is among those that may run something.
  var nextTurn: Turn? { turns.first?.key }

  /// The user's most urgent task.
  func first(of uid: UInt32) -> Urgency? { queues[uid]?.first?.key }

  mutating func insert(_ urgency: Urgency, uid: UInt32, turn: Turn?) {
    queues[uid, default: IndexedHeap()].insert(urgency.id, key: urgency)
    setTurn(turn, of: uid)
  }

  mutating func remove(_ id: TaskID, uid: UInt32) {
    queues[uid]?.remove(id)
    guard queues[uid]?.isEmpty == true else { return }
    queues[uid] = nil
    turns.remove(uid)
  }

  /// Puts the user at their turn, or takes them out while they have as many runs as they may: nil.
  mutating func setTurn(_ turn: Turn?, of uid: UInt32) {
    guard queues[uid] != nil else { return }
    if let turn { turns.insert(uid, key: turn) } else { turns.remove(uid) }
  }
}
