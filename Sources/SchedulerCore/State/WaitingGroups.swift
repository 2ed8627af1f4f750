/// Tasks that wait for the machine and for a slot. Tasks of a user with the same demand on the machine are
/// one group, which a change of conditions opens or closes as a whole.
///
/// An event looks only at the first open groups and at those that have changed, however many there are.
struct WaitingGroups {
  private struct Group {
    let key: GroupKey
    let lane: Int32
    var queue = SortedSet<Urgency>()
    /// Whether the machine lets the group through.
    var isOpen = false
    /// The group's entry among those that wait for their expressions.
    var waitsAs: ExpressionWaits.Entry?
    /// The point at which the window of its conditions is old enough, while it is too young.
    var heldUntil: MonotonicTime?

    /// Returns the most urgent task, if the machine lets the group through.
    func openHead(_ slot: Int32) -> Lanes.Head? { isOpen ? head(slot) : nil }

    func head(_ slot: Int32) -> Lanes.Head? { queue.first.map { Lanes.Head(urgency: $0, slot: slot) } }
  }

  private var groups = SlotTable<Group>()
  private var index = HashIndex<GroupKey, Int32>()
  private var byRequirements: [Requirements: SortedSet<Int32>] = [:]
  private var byExpression = GradualDictionary<ConditionExpression, SortedSet<Int32>>()
  private(set) var lanes = Lanes()
  /// The groups that wait for their expressions, by their other needs.
  private(set) var waits = ExpressionWaits()
  /// The users who have tasks that may start, by the sorts of these.
  private(set) var turns = Turns<LaneKey.Sort>()
  /// The kinds of which no task of the user starts for now, and which have no turns.
  private(set) var held: [UInt32: Set<Kind>] = [:]
  /// The groups of which it is not known, or not any more, whether the machine lets them through.
  private(set) var unseen = SortedSet<Int32>()
  /// The groups that wait only for their window to last, or for an answer as well, by when it has.
  private var windowEnds = SortedSet<Timed<MonotonicTime, Int32>>()
  /// The requirements that counted at the last ``note(_:_:)``.
  private var asked: (usable: Requirements, known: Requirements) = ([], [])

  var keys: some Sequence<GroupKey> { groups.slots.lazy.compactMap { groups[$0]?.key } }

  /// The sets of requirements of the groups, each once.
  var requirements: some Collection<Requirements> { byRequirements.keys }

  func isOpen(_ key: GroupKey) -> Bool { slot(of: key).flatMap { groups[$0] }?.isOpen ?? false }

  /// Returns whether it is unknown, or not known any more, if the machine lets the group through.
  func isUnseen(_ key: GroupKey) -> Bool { slot(of: key).map(unseen.contains) ?? false }

  /// Returns the most urgent task of the group.
  func first(in key: GroupKey) -> Urgency? { slot(of: key).flatMap { groups[$0]?.queue.first } }

  /// Returns the most urgent task of a group by its number, as ``waits`` has it.
  func first(in slot: Int32) -> Urgency? { groups[slot]?.queue.first }

  private func slot(of key: GroupKey) -> Int32? { index.number(of: key) { groups[$0]?.key } }

  // MARK: Coming and going

  /// - Parameter obstacles: The obstacles of a new lane.
  /// - Returns: Whether the group has come into being.
  mutating func insert(_ urgency: Urgency, in key: GroupKey, _ obstacles: Lanes.Obstacles) -> Bool {
    let found = slot(of: key)
    let slot = found ?? add(key, obstacles)
    change(slot) { $0.queue.insert(urgency) }
    return found == nil
  }

  private mutating func add(_ key: GroupKey, _ obstacles: Lanes.Obstacles) -> Int32 {
    let slot = groups.insert(Group(key: key, lane: lanes.enter(key.lane, obstacles)))
    index.insert(slot, as: key) { [groups] in groups[$0]?.key }
    byRequirements[key.demand.requirements, default: SortedSet()].insert(slot)
    if let expression = key.demand.expression { byExpression[expression, default: SortedSet()].insert(slot) }
    unseen.insert(slot)
    return slot
  }

  /// Removes a task and returns whether the group is gone.
  mutating func remove(_ urgency: Urgency, from key: GroupKey) -> Bool {
    guard let slot = slot(of: key) else { return false }
    change(slot) { $0.queue.remove(urgency) }
    guard let group = groups[slot], group.queue.isEmpty else { return false }
    replace(group.waitsAs, by: nil, of: slot)
    hold(slot, until: nil)
    index.remove(slot, as: key)
    byRequirements.remove(slot, from: key.demand.requirements)
    if let expression = key.demand.expression { byExpression.remove(slot, from: expression) }
    unseen.remove(slot)
    groups.remove(slot)
    lanes.leave(group.lane)
    return true
  }

  /// Changes a group, and what follows from its most urgent task.
  private mutating func change(_ slot: Int32, _ body: (inout Group) -> Void) {
    let (lane, old, new, first, entry) = groups.change(slot) { group in
      let old = group.openHead(slot)
      body(&group)
      return (group.lane, old, group.openHead(slot), group.head(slot), group.waitsAs)
    }
    if let entry, entry.head != first {
      var moved = entry
      if let first { moved.head = first }
      let kept = first == nil ? nil : moved
      replace(entry, by: kept, of: slot)
    }
    guard old != new else { return }
    lanes.replace(old, by: new, in: lane)
    followLanes()
  }

  /// Updates the turns of users who have tasks that may start, and shows the waiting groups of lanes with
  /// room.
  private mutating func followLanes() {
    for rank in lanes.takeChangedRanks() { followLane(rank) }
    for lane in lanes.takeChangedRooms() {
      waits.setRoom(lanes.hasRoom(lane), in: lane) { [held] uid, kind in held[uid]?.contains(kind) != true }
    }
  }

  private mutating func followLane(_ rank: LaneKey.Rank) {
    let isHeld = isHeld(rank.uid, rank.sort.kind)
    turns.set(rank.uid, rank.sort, isThere: !isHeld && lanes.hasOpen(rank))
  }

  private func isHeld(_ uid: UInt32, _ kind: Kind) -> Bool { held[uid]?.contains(kind) == true }

  /// Moves a group's entry among those that wait for their expressions.
  private mutating func replace(
    _ old: ExpressionWaits.Entry?, by new: ExpressionWaits.Entry?, of slot: Int32
  ) {
    if let old { set(old, isThere: false) }
    if let new { set(new, isThere: true) }
    groups.change(slot) { $0.waitsAs = new }
  }

  private mutating func set(_ entry: ExpressionWaits.Entry, isThere: Bool) {
    waits.set(
      entry, isThere: isThere, hasRoom: entry.lane.map(lanes.hasRoom) ?? true,
      isShown: !isHeld(entry.uid, entry.need.sort.kind))
  }

  /// Notes whether as many transfers speak to the host as may.
  mutating func setFull(_ isFull: Bool, _ host: TransferHost) {
    lanes.setFull(isFull, host)
    followLanes()
  }

  /// Notes whether a task of the exclusive group runs.
  mutating func setBusy(_ isBusy: Bool, _ group: TaskGroup) {
    lanes.setBusy(isBusy, group)
    followLanes()
  }

  /// Notes the kinds of which no task of the user starts for now.
  mutating func setHeld(_ kinds: Set<Kind>, of uid: UInt32) {
    let changed = kinds.symmetricDifference(held[uid] ?? [])
    guard !changed.isEmpty else { return }
    held[uid] = kinds.isEmpty ? nil : kinds
    for sort in LaneKey.Sort.all where changed.contains(sort.kind) {
      followLane(LaneKey.Rank(uid: uid, sort: sort))
    }
    for kind in changed { waits.show(kind, of: uid, isThere: !kinds.contains(kind)) }
  }

  /// - Parameter number: The number of the user's last launch, if any.
  mutating func setLastServed(_ number: UInt64?, of uid: UInt32) { turns.setLast(number, of: uid) }

  /// - Parameter number: The number of the last check that was asked as the user, if any.
  mutating func setLastAsked(_ number: UInt64?, of uid: UInt32) { waits.setLastAsked(number, of: uid) }

  // MARK: Opening and closing

  /// Notes the groups whose requirements or expressions have changed since the last call.
  mutating func note(_ machine: Machine, _ expressions: [ConditionExpression]) {
    let changed = machine.usable.symmetricDifference(asked.usable)
      .union(machine.known.symmetricDifference(asked.known))
    asked = (machine.usable, machine.known)
    if !changed.isEmpty {
      for (requirements, slots) in byRequirements where !requirements.isDisjoint(with: changed) {
        slots.forEach { unseen.insert($0) }
      }
    }
    for expression in expressions { byExpression[expression]?.forEach { unseen.insert($0) } }
  }

  /// Whether ``note(_:_:)`` has found groups that were not asked since.
  var hasUnseen: Bool { !unseen.isEmpty }

  /// Opens and closes the groups that ``note(_:_:)`` has found, as many as the slice allows.
  mutating func ask(_ reading: MachineReading, _ slice: inout Slice) {
    while !slice.isSpent, let slot = unseen.first {
      slice.spend(1)
      ask(slot, reading)
    }
  }

  /// Opens or closes one group now.
  mutating func ask(_ key: GroupKey, _ reading: MachineReading) {
    if let slot = slot(of: key) { ask(slot, reading) }
  }

  /// The groups that wait for their window to last, by the point at which it has.
  var heldByWindow: some Sequence<(key: GroupKey, until: MonotonicTime)> {
    windowEnds.inOrder.lazy.compactMap { held in groups[held.subject].map { ($0.key, held.time) } }
  }

  /// Whether a group waits for its window to last.
  var isAnyHeldByWindow: Bool { !windowEnds.isEmpty }

  /// Returns whether the group waits for its window to last.
  func isHeldByWindow(_ key: GroupKey) -> Bool { slot(of: key).flatMap { groups[$0] }?.heldUntil != nil }

  /// Returns whether a task of the group's lane and kind may start.
  func mayStart(_ key: GroupKey) -> Bool {
    let rank = key.lane.rank
    return !isHeld(rank.uid, rank.sort.kind)
      && (slot(of: key).flatMap { groups[$0] }.map { lanes.hasRoom($0.lane) } ?? false)
  }

  /// Lets all groups be asked again whose windows are judged, because windows have begun anew or are judged
  /// otherwise.
  mutating func forgetWindows() {
    for slot in groups.slots where groups[slot]?.key.demand.patience.isNone == false { unseen.insert(slot) }
  }

  private mutating func hold(_ slot: Int32, until point: MonotonicTime?) {
    guard let old = groups[slot], old.heldUntil != point else { return }
    if let before = old.heldUntil { windowEnds.remove(Timed(before, slot)) }
    if let point { windowEnds.insert(Timed(point, slot)) }
    groups.change(slot) { $0.heldUntil = point }
  }

  /// Lets the groups be asked again whose windows are old enough.
  mutating func noteWindows(at now: MonotonicTime) {
    while let first = windowEnds.first, first.time <= now {
      hold(first.subject, until: nil)
      unseen.insert(first.subject)
    }
  }

  private mutating func ask(_ slot: Int32, _ reading: MachineReading) {
    unseen.remove(slot)
    guard let group = groups[slot] else { return }
    let demand = group.key.demand
    let isReady = reading.isToldUsable(demand, whateverAge: true)
    let windowEnd = reading.youngWindow(for: demand)?.heldUntil
    let isOpen = isReady && windowEnd == nil
    if isOpen != group.isOpen { change(slot) { $0.isOpen = isOpen } }
    let wait = wait(of: group, slot, reading)
    let lacksAnswer = wait?.isAsking == true && reading.machine.hasRequirements(of: demand)
    hold(slot, until: isReady || lacksAnswer ? windowEnd : nil)
    let entry = wait?.starting(noSoonerThan: windowEnd, at: reading.view.moment)
    guard entry != group.waitsAs else { return }
    replace(group.waitsAs, by: entry, of: slot)
  }

  /// Returns the wait of a group for its expression alone; `nil` without one.
  private func wait(of group: Group, _ slot: Int32, _ reading: MachineReading) -> ExpressionWaits.Entry? {
    let demand = group.key.demand
    guard let expression = demand.expression, let kept = reading.expressions.kept(expression),
      let head = group.head(slot)
    else { return nil }
    return ExpressionWaits.Entry(kept, for: demand.use, expression, group.key, group.lane, head)
  }
}

/// The properties that tasks of a waiting group share: a change of conditions starts all of a group or none.
struct GroupKey: Hashable {
  var lane: LaneKey
  /// The demand on the machine, of the requests and of the rules for the kind.
  var demand: Demand
}

extension Dictionary {
  /// Removes an element from the set of a key. Empty sets are not kept.
  mutating func remove<Element>(_ element: Element, from key: Key) where Value == SortedSet<Element> {
    self[key]?.remove(element)
    if self[key]?.isEmpty == true { self[key] = nil }
  }
}
