/// What the tasks of a lane have in common besides what they ask of the machine: there is room for one of
/// them or there is not.
struct LaneKey: Hashable {
  var rank: Rank
  /// Whom transfers speak to.
  var host: String?
  /// The name of the group of which one runs at a time.
  var group: String?

  /// The tasks of a user that are of one sort. The most urgent of them is the first of all.
  struct Rank: Hashable {
    var uid: UInt32
    var sort: Sort
  }

  /// What rules about starting look at that hold for the tasks of all users alike: gates, limits and the
  /// order after a disturbance.
  struct Sort: Hashable {
    var kind: Kind
    /// Whether they may be put off: of transfers some may, and the machine's gates hold back only those.
    var isDiscretionary: Bool
    /// After a disturbance what needs the network comes last.
    var needsNetwork: Bool

    /// All sorts, in a fixed order.
    static let all: [Sort] = Kind.allCases.flatMap { kind in
      [false, true].flatMap { isDiscretionary in
        [false, true].map { Sort(kind: kind, isDiscretionary: isDiscretionary, needsNetwork: $0) }
      }
    }
  }

  /// There is always room for one of them.
  var isEndless: Bool { host == nil && group == nil }

  var transferHost: TransferHost? { host.map { TransferHost(uid: rank.uid, name: $0) } }

  var taskGroup: TaskGroup? { group.map { TaskGroup(uid: rank.uid, name: $0) } }
}

/// The groups of tasks that the machine lets through, in their lanes. A lane without room is passed over as a
/// whole, however much waits in it.
struct Lanes {
  private struct Lane {
    let key: LaneKey
    /// The open groups, by their most urgent tasks.
    var heads = SortedSet<Head>()
    /// How many groups there are, open or not.
    var groups = 0
    var obstacles: Obstacles

    var isFull: Bool { obstacles.isHostFull || obstacles.isGroupBusy }
  }

  /// What leaves a lane without room.
  struct Obstacles {
    /// As many transfers speak to its host as may.
    var isHostFull = false
    /// One of its group runs.
    var isGroupBusy = false
  }

  /// A group, or a lane, by its most urgent task.
  struct Head: Comparable {
    var urgency: Urgency
    var slot: Int32

    static func < (left: Head, right: Head) -> Bool {
      (left.urgency, left.slot) < (right.urgency, right.slot)
    }
  }

  private var lanes = SlotTable<Lane>()
  private var index = HashIndex<LaneKey, Int32>()
  private var byHost: [TransferHost: Set<Int32>] = [:]
  private var byGroup: [TaskGroup: Set<Int32>] = [:]
  /// The lanes with something open and with room.
  private var ranks: [LaneKey.Rank: SortedSet<Head>] = [:]
  /// The ranks that have something now and had nothing, or the other way round.
  private var changedRanks: [LaneKey.Rank] = []
  /// The lanes in which there is room now and was none, or the other way round.
  private var changedRooms: [Int32] = []

  /// The most urgent task of the rank that the machine and its lane let through.
  func first(of rank: LaneKey.Rank) -> Urgency? { ranks[rank]?.first?.urgency }

  func hasOpen(_ rank: LaneKey.Rank) -> Bool { ranks[rank] != nil }

  /// The ranks that have something now and had nothing, or the other way round, since the last call.
  mutating func takeChangedRanks() -> [LaneKey.Rank] {
    guard !changedRanks.isEmpty else { return [] }
    defer { changedRanks.removeAll(keepingCapacity: true) }
    return changedRanks
  }

  /// There is room for a task of the lane.
  func hasRoom(_ slot: Int32) -> Bool { lanes[slot]?.isFull == false }

  /// The lanes in which there is room now and was none, or the other way round, since the last call.
  mutating func takeChangedRooms() -> [Int32] {
    guard !changedRooms.isEmpty else { return [] }
    defer { changedRooms.removeAll(keepingCapacity: true) }
    return changedRooms
  }

  /// A group has come.
  /// - Parameter obstacles: What leaves a new lane without room.
  mutating func enter(_ key: LaneKey, _ obstacles: Obstacles) -> Int32 {
    let slot = index.number(of: key) { lanes[$0]?.key } ?? add(key, obstacles)
    lanes.change(slot) { $0.groups += 1 }
    return slot
  }

  private mutating func add(_ key: LaneKey, _ obstacles: Obstacles) -> Int32 {
    let slot = lanes.insert(Lane(key: key, obstacles: obstacles))
    index.insert(slot, as: key) { [lanes] in lanes[$0]?.key }
    if let host = key.transferHost { byHost[host, default: []].insert(slot) }
    if let group = key.taskGroup { byGroup[group, default: []].insert(slot) }
    return slot
  }

  /// A group has gone, of which nothing is open any more.
  mutating func leave(_ slot: Int32) {
    let isEmpty = lanes.change(slot) { lane in
      lane.groups -= 1
      return lane.groups == 0
    }
    guard isEmpty, let key = lanes[slot]?.key else { return }
    index.remove(slot, as: key)
    if let host = key.transferHost { byHost.remove(slot, from: host) }
    if let group = key.taskGroup { byGroup.remove(slot, from: group) }
    lanes.remove(slot)
  }

  /// The first task of an open group is another one now, or the group has opened or closed.
  mutating func replace(_ old: Head?, by new: Head?, in slot: Int32) {
    guard old != new else { return }
    change(slot) { lane in
      if let old { lane.heads.remove(old) }
      if let new { lane.heads.insert(new) }
    }
  }

  /// As many transfers speak to the host as may, or not any more.
  mutating func setFull(_ isFull: Bool, _ host: TransferHost) {
    for slot in byHost[host] ?? [] { setObstacles(of: slot) { $0.isHostFull = isFull } }
  }

  /// One of the group runs, or none any more.
  mutating func setBusy(_ isBusy: Bool, _ group: TaskGroup) {
    for slot in byGroup[group] ?? [] { setObstacles(of: slot) { $0.isGroupBusy = isBusy } }
  }

  private mutating func setObstacles(of slot: Int32, _ body: (inout Obstacles) -> Void) {
    let hadRoom = hasRoom(slot)
    change(slot) { body(&$0.obstacles) }
    if hasRoom(slot) != hadRoom { changedRooms.append(slot) }
  }

  /// Which hosts transfers wait for.
  var hosts: some Collection<TransferHost> { byHost.keys }

  private mutating func change(_ slot: Int32, _ body: (inout Lane) -> Void) {
    func head(_ lane: Lane) -> Head? {
      lane.isFull ? nil : lane.heads.first.map { Head(urgency: $0.urgency, slot: slot) }
    }
    let (rank, old, new) = lanes.change(slot) { lane in
      let old = head(lane)
      body(&lane)
      return (lane.key.rank, old, head(lane))
    }
    guard old != new else { return }
    // Taken out while it changes, so that it is not copied.
    var heads = ranks.removeValue(forKey: rank) ?? SortedSet()
    let wasThere = !heads.isEmpty
    if let old { heads.remove(old) }
    if let new { heads.insert(new) }
    let isThere = !heads.isEmpty
    if isThere { ranks[rank] = heads }
    if wasThere != isThere { changedRanks.append(rank) }
  }
}
