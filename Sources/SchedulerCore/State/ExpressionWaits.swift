/// Groups that wait for their expressions, by what they lack besides. So what is next by time, and what is to
/// be asked next, is found without looking at each of them, or at each user.
struct ExpressionWaits {
  /// What groups have in common that lack the same besides their expressions. There are few of these, however
  /// many groups and users there are.
  struct Need: Hashable {
    var sort: LaneKey.Sort
    var requirements: Requirements
    var mustBeKnown: Requirements
    /// Something of the expression has to be asked, for which there must be room.
    var hasChecks: Bool
  }

  /// Where a group is found.
  struct Entry: Equatable {
    var need: Need
    var uid: UInt32
    /// The number of its lane, where there may be no room in that.
    var lane: Int32?
    /// Its most urgent task.
    var head: Lanes.Head
    /// When time alone lets the expression start it.
    var next: ExpressionFuture.Instant?
    /// Something has to be asked now before it can start.
    var isAsking: Bool

    /// Nil when the expression is waited for by nothing of that.
    init?(
      _ standing: ExpressionStates.Standing, for use: ExpressionUse, _ expression: ConditionExpression,
      _ key: GroupKey, _ lane: Int32, _ head: Lanes.Head
    ) {
      next = standing.next(use)
      isAsking = standing.isAsking.contains(use)
      if next == nil, !isAsking { return nil }
      self.lane = key.lane.isEndless ? nil : lane
      self.head = head
      uid = key.lane.rank.uid
      need = Need(
        sort: key.lane.rank.sort, requirements: key.demand.requirements,
        mustBeKnown: key.demand.mustBeKnown, hasChecks: expression.hasChecks)
    }
  }

  /// Groups of one need, by when time alone lets them start, and of which something has to be asked.
  private struct Groups {
    var next = InstantQueue()
    /// The most urgent first.
    var asking = SortedSet<Lanes.Head>()

    var isEmpty: Bool { next.isEmpty && asking.isEmpty }

    mutating func set(_ entry: Entry, isThere: Bool) {
      next.set(entry.next, of: entry.head.slot, isThere: isThere)
      if entry.isAsking { asking.set(entry.head, isThere: isThere) }
    }

    /// Inserts or removes what is first of others.
    mutating func set(firstOf others: Groups, isThere: Bool) {
      next.set(firstOf: others.next, isThere: isThere)
      if let first = others.asking.first { asking.set(first, isThere: isThere) }
    }
  }

  /// A lane in which there may be no room, with the groups that wait in it.
  private struct Lane {
    let uid: UInt32
    /// Something of it may start.
    var hasRoom: Bool
    var byNeed: [Need: Groups] = [:]
  }

  /// The users with something of one need.
  private struct Waiting {
    /// Groups by user: of a lane in which there may be no room only what is first, while there is.
    var users: [UInt32: Groups] = [:]
    /// The first of each user, without those of whom nothing of the kind starts for now.
    var points = SortedSet<Timed<MonotonicTime, UInt32>>()
    var dates = SortedSet<Timed<WallTime, UInt32>>()

    mutating func show(_ groups: Groups, of uid: UInt32, isThere: Bool) {
      if let first = groups.next.firstPoint { points.set(Timed(first, uid), isThere: isThere) }
      if let first = groups.next.firstDate { dates.set(Timed(first, uid), isThere: isThere) }
    }
  }

  private var lanes: [Int32: Lane] = [:]
  private var byNeed: [Need: Waiting] = [:]
  /// The users as whom something has to be asked.
  private(set) var asking = Turns<Need>()

  var needs: some Collection<Need> { byNeed.keys }

  /// The first point at which time alone lets something start of a user who may.
  func nextPoint(of need: Need, ofWhom mayStart: (UInt32) -> Bool) -> MonotonicTime? {
    byNeed[need]?.points.inOrder.first { mayStart($0.subject) }?.time
  }

  /// The first date, as ``nextPoint(of:ofWhom:)``.
  func nextDate(of need: Need, ofWhom mayStart: (UInt32) -> Bool) -> WallTime? {
    byNeed[need]?.dates.inOrder.first { mayStart($0.subject) }?.time
  }

  /// The user's most urgent group of which something has to be asked, in a lane with room.
  func firstAsking(of uid: UInt32, _ need: Need) -> Lanes.Head? { byNeed[need]?.users[uid]?.asking.first }

  /// Inserts or removes a group.
  /// - Parameters:
  ///   - hasRoom: Something of its lane may start.
  ///   - isShown: Something of the kind of the user's may start.
  mutating func set(_ entry: Entry, isThere: Bool, hasRoom: Bool, isShown: Bool) {
    guard let number = entry.lane else {
      return change(entry.need, of: entry.uid, isShown: isShown) { $0.set(entry, isThere: isThere) }
    }
    // Taken out while it changes, so that it is not copied.
    var lane = lanes.removeValue(forKey: number) ?? Lane(uid: entry.uid, hasRoom: hasRoom)
    var groups = lane.byNeed.removeValue(forKey: entry.need) ?? Groups()
    change(entry.need, of: entry.uid, isShown: isShown) { all in
      if lane.hasRoom { all.set(firstOf: groups, isThere: false) }
      groups.set(entry, isThere: isThere)
      if lane.hasRoom { all.set(firstOf: groups, isThere: true) }
    }
    if !groups.isEmpty { lane.byNeed[entry.need] = groups }
    if !lane.byNeed.isEmpty { lanes[number] = lane }
  }

  /// There is room in a lane, or not any more.
  mutating func setRoom(_ hasRoom: Bool, in number: Int32, isShown: (UInt32, Kind) -> Bool) {
    guard let lane = lanes[number], lane.hasRoom != hasRoom else { return }
    lanes[number]?.hasRoom = hasRoom
    for (need, groups) in lane.byNeed {
      change(need, of: lane.uid, isShown: isShown(lane.uid, need.sort.kind)) {
        $0.set(firstOf: groups, isThere: hasRoom)
      }
    }
  }

  /// Lets what waits of the kind of the user's be found, or not while nothing of it starts.
  mutating func show(_ kind: Kind, of uid: UInt32, isThere: Bool) {
    for need in byNeed.keys.filter({ $0.sort.kind == kind }) { show(need, of: uid, isThere: isThere) }
  }

  /// - Parameter number: Of the last question that was asked as the user; nil when there was none.
  mutating func setLastAsked(_ number: UInt64?, of uid: UInt32) { asking.setLast(number, of: uid) }

  /// Changes what is found of the user's, and what follows from it.
  private mutating func change(
    _ need: Need, of uid: UInt32, isShown: Bool, _ body: (inout Groups) -> Void
  ) {
    if isShown { show(need, of: uid, isThere: false) }
    // Taken out while it changes, so that it is not copied.
    var waiting = byNeed.removeValue(forKey: need) ?? Waiting()
    var groups = waiting.users.removeValue(forKey: uid) ?? Groups()
    body(&groups)
    if !groups.isEmpty { waiting.users[uid] = groups }
    if !waiting.users.isEmpty { byNeed[need] = waiting }
    if isShown { show(need, of: uid, isThere: true) }
  }

  /// Lets the user's first groups of the need be found, or not any more.
  private mutating func show(_ need: Need, of uid: UInt32, isThere: Bool) {
    guard let groups = byNeed[need]?.users[uid] else { return }
    byNeed[need]?.show(groups, of: uid, isThere: isThere)
    if !groups.asking.isEmpty { asking.set(uid, need, isThere: isThere) }
  }
}
