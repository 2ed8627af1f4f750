/// The properties that the tasks of a lane share besides their demand on the machine: there is room for one
/// of them or not.
struct LaneKey: Hashable {
  var rank: Rank
  /// The host to which transfers speak.
  var host: String?
  /// The name of the exclusive group.
  var group: String?

  /// The tasks of a user of one sort. The most urgent of them starts first.
  struct Rank: Hashable {
    var uid: UInt32
    var sort: Sort
  }

  /// The properties that the rules about starting look at for the tasks of all users alike: gates, limits and
  /// the order after a disturbance.
  struct Sort: Hashable {
    var kind: Kind
    /// Whether the tasks may be put off: of transfers some may, and the machine's gates hold back only those.
    var isDiscretionary: Bool
    /// Whether the tasks need a network, which come last after a disturbance.
    var needsNetwork: Bool

    /// All sorts in a fixed order.
    static let all: [Sort] = Kind.allCases.flatMap { kind in
      [false, true].flatMap { isDiscretionary in
        [false, true].map { Sort(kind: kind, isDiscretionary: isDiscretionary, needsNetwork: $0) }
      }
    }
  }

  /// Whether there is always room for one of the tasks.
  var isEndless: Bool { host == nil && group == nil }

  var transferHost: TransferHost? { host.map { TransferHost(uid: rank.uid, name: $0) } }

  var taskGroup: TaskGroup? { group.map { TaskGroup(uid: rank.uid, name: $0) } }
}

/// The waiting groups that the machine lets through, in their lanes. A lane without room is passed over as a
/// whole, however much waits in it.
struct Lanes {
  private struct Lane {
    let key: LaneKey
    /// The open groups, by their most urgent tasks.
    var heads = SortedSet<Head>()
    /// The number of groups, open or not.
    var groups = 0
    var obstacles: Obstacles

    var isFull: Bool { obstacles.isHostFull || obstacles.isGroupBusy }
  }

  /// The obstacles that leave a lane without room.
  struct Obstacles {
    /// Whether as many transfers speak to the host as may.
    var isHostFull = false
    /// Whether a task of the exclusive group runs.
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
  private var byHost = GradualDictionary<TransferHost, SortedSet<Int32>>()
  private var byGroup = GradualDictionary<TaskGroup, SortedSet<Int32>>()
  /// The lanes that have room and an open group.
  private var ranks: [LaneKey.Rank: SortedSet<Head>] = [:]
  /// The ranks that got their first open lane or lost their last one.
  private var changedRanks: [LaneKey.Rank] = []
  /// The lanes whose room came or went.
  private var changedRooms: [Int32] = []

  /// Returns the most urgent task of the rank that the machine and its lane let through.
  func first(of rank: LaneKey.Rank) -> Urgency? { ranks[rank]?.first?.urgency }

  func hasOpen(_ rank: LaneKey.Rank) -> Bool { ranks[rank] != nil }

  /// Returns the ranks that got their first open lane or lost their last one since the last call.
  mutating func takeChangedRanks() -> [LaneKey.Rank] {
    guard !changedRanks.isEmpty else { return [] }
    defer { changedRanks.removeAll(keepingCapacity: true) }
    return changedRanks
  }

  /// Returns whether there is room for a task of the lane.
  func hasRoom(_ slot: Int32) -> Bool { lanes[slot]?.isFull == false }

  /// Returns the lanes whose room came or went since the last call.
  mutating func takeChangedRooms() -> [Int32] {
    guard !changedRooms.isEmpty else { return [] }
    defer { changedRooms.removeAll(keepingCapacity: true) }
    return changedRooms
  }

  /// Adds a group to its lane and returns the lane's number.
  /// - Parameter obstacles: The obstacles of a new lane.
  mutating func enter(_ key: LaneKey, _ obstacles: Obstacles) -> Int32 {
    let slot = index.number(of: key) { lanes[$0]?.key } ?? add(key, obstacles)
    lanes.change(slot) { $0.groups += 1 }
    return slot
  }

  private mutating func add(_ key: LaneKey, _ obstacles: Obstacles) -> Int32 {
    let slot = lanes.insert(Lane(key: key, obstacles: obstacles))
    index.insert(slot, as: key) { [lanes] in lanes[$0]?.key }
    if let host = key.transferHost { byHost[host, default: SortedSet()].insert(slot) }
    if let group = key.taskGroup { byGroup[group, default: SortedSet()].insert(slot) }
    return slot
  }

  /// Removes a group from its lane; it must not be open.
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

  /// Replaces the first task of an open group, or opens or closes the group.
  mutating func replace(_ old: Head?, by new: Head?, in slot: Int32) {
    guard old != new else { return }
    change(slot) { lane in
      if let old { lane.heads.remove(old) }
      if let new { lane.heads.insert(new) }
    }
  }

  /// Notes whether as many transfers speak to the host as may.
  mutating func setFull(_ isFull: Bool, _ host: TransferHost) {
    for slot in byHost[host]?.elements ?? [] { setObstacles(of: slot) { $0.isHostFull = isFull } }
  }

  /// Notes whether a task of the exclusive group runs.
  mutating func setBusy(_ isBusy: Bool, _ group: TaskGroup) {
    for slot in byGroup[group]?.elements ?? [] { setObstacles(of: slot) { $0.isGroupBusy = isBusy } }
  }

  private mutating func setObstacles(of slot: Int32, _ body: (inout Obstacles) -> Void) {
    let hadRoom = hasRoom(slot)
    change(slot) { body(&$0.obstacles) }
    if hasRoom(slot) != hadRoom { changedRooms.append(slot) }
  }

  /// The hosts that transfers wait for.
  var hosts: some Sequence<TransferHost> { byHost.keys }

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
    // The heads are taken out while they change, so that they are not copied.
    var heads = ranks.removeValue(forKey: rank) ?? SortedSet()
    let wasThere = !heads.isEmpty
    if let old { heads.remove(old) }
    if let new { heads.insert(new) }
    let isThere = !heads.isEmpty
    if isThere { ranks[rank] = heads }
    if wasThere != isThere { changedRanks.append(rank) }
  }
}
