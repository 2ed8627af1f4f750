/// Waiting groups that wait for their expressions, by their other needs. The next instant and the next check
/// are found without a look at each group or each user.
struct ExpressionWaits {
  /// The needs that groups have in common besides their expressions. There are few, however many groups and
  /// users there are.
  struct Need: Hashable {
    var sort: LaneKey.Sort
    var requirements: Requirements
    var mustBeKnown: Requirements
    /// Whether the expression has checks, for which there must be room.
    var hasChecks: Bool
  }

  /// The place of a group.
  struct Entry: Equatable {
    var need: Need
    var uid: UInt32
    /// The number of the group's lane, or `nil` for a lane that always has room.
    var lane: Int32?
    /// The most urgent task of the group.
    var head: Lanes.Head
    /// The instant when time alone lets the expression start the group.
    var next: ExpressionFuture.Instant?
    /// Whether a check has to be asked before the group can start.
    var isAsking: Bool

    /// Creates the entry, or `nil` for a group that waits for neither time nor an answer.
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

    /// Returns the entry of a group that does not start before a point, whatever its expression says, and of
    /// which no check is asked before; `nil` when nothing is left to wait for until then.
    func starting(noSoonerThan point: MonotonicTime?, at moment: Moment) -> Entry? {
      guard let point else { return self }
      guard let next else { return nil }
      var later = self
      later.isAsking = false
      switch next {
      case .point(let own): later.next = .point(max(own, point))
      case .date(let date) where date - moment.wall < point - moment.monotonic: later.next = .point(point)
      case .date: break
      }
      return later
    }
  }

  /// The groups of one need: by the instant that lets them start, and with a check to ask.
  private struct Groups {
    var next = InstantQueue()
    /// The groups with a check to ask, the most urgent first.
    var asking = SortedSet<Lanes.Head>()

    var isEmpty: Bool { next.isEmpty && asking.isEmpty }

    mutating func set(_ entry: Entry, isThere: Bool) {
      next.set(entry.next, of: entry.head.slot, isThere: isThere)
      if entry.isAsking { asking.set(entry.head, isThere: isThere) }
    }

    /// Inserts or removes the first groups of `others`.
    mutating func set(firstOf others: Groups, isThere: Bool) {
      next.set(firstOf: others.next, isThere: isThere)
      if let first = others.asking.first { asking.set(first, isThere: isThere) }
    }
  }

  /// A lane that may have no room, with the groups that wait in it.
  private struct Lane {
    let uid: UInt32
    /// Whether a task of the lane may start.
    var hasRoom: Bool
    var byNeed: [Need: Groups] = [:]
  }

  /// The users with groups of one need.
  private struct Waiting {
    /// The groups of each user; of a lane that may have no room only the first ones, while it has room.
    var users: [UInt32: Groups] = [:]
    /// The first instant of each user, without users of whom no task of the kind starts for now.
    var points = SortedSet<Timed<MonotonicTime, UInt32>>()
    var dates = SortedSet<Timed<WallTime, UInt32>>()

    mutating func show(_ groups: Groups, of uid: UInt32, isThere: Bool) {
      if let first = groups.next.firstPoint { points.set(Timed(first, uid), isThere: isThere) }
      if let first = groups.next.firstDate { dates.set(Timed(first, uid), isThere: isThere) }
    }
  }

  private var lanes = GradualDictionary<Int32, Lane>()
  private var byNeed: [Need: Waiting] = [:]
  /// The users as whom a check has to be asked.
  private(set) var asking = Turns<Need>()

  var needs: some Collection<Need> { byNeed.keys }

  /// Returns the first point at which time alone lets a task start, of a user who may.
  func nextPoint(of need: Need, ofWhom mayStart: (UInt32) -> Bool) -> MonotonicTime? {
    byNeed[need]?.points.inOrder.first { mayStart($0.subject) }?.time
  }

  /// Returns the first date, as ``nextPoint(of:ofWhom:)``.
  func nextDate(of need: Need, ofWhom mayStart: (UInt32) -> Bool) -> WallTime? {
    byNeed[need]?.dates.inOrder.first { mayStart($0.subject) }?.time
  }

  /// Returns the user's most urgent group with a check to ask, in a lane with room.
  func firstAsking(of uid: UInt32, _ need: Need) -> Lanes.Head? { byNeed[need]?.users[uid]?.asking.first }

  /// Inserts or removes a group.
  /// - Parameters:
  ///   - hasRoom: Whether a task of the entry's lane may start.
  ///   - isShown: Whether a task of the user and the kind may start.
  mutating func set(_ entry: Entry, isThere: Bool, hasRoom: Bool, isShown: Bool) {
    guard let number = entry.lane else {
      return change(entry.need, of: entry.uid, isShown: isShown) { $0.set(entry, isThere: isThere) }
    }
    // The lane is taken out while it changes, so that it is not copied.
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

  /// Notes whether there is room in a lane.
  mutating func setRoom(_ hasRoom: Bool, in number: Int32, isShown: (UInt32, Kind) -> Bool) {
    guard let lane = lanes[number], lane.hasRoom != hasRoom else { return }
    lanes[number]?.hasRoom = hasRoom
    for (need, groups) in lane.byNeed {
      change(need, of: lane.uid, isShown: isShown(lane.uid, need.sort.kind)) {
        $0.set(firstOf: groups, isThere: hasRoom)
      }
    }
  }

  /// Shows the user's groups of the kind, or hides them while no task of it starts.
  mutating func show(_ kind: Kind, of uid: UInt32, isThere: Bool) {
    for need in byNeed.keys.filter({ $0.sort.kind == kind }) { show(need, of: uid, isThere: isThere) }
  }

  /// - Parameter number: The number of the last check that was asked as the user, if any.
  mutating func setLastAsked(_ number: UInt64?, of uid: UInt32) { asking.setLast(number, of: uid) }

  /// Changes the user's groups, and the queues that follow from them.
  private mutating func change(
    _ need: Need, of uid: UInt32, isShown: Bool, _ body: (inout Groups) -> Void
  ) {
    if isShown { show(need, of: uid, isThere: false) }
    // The groups are taken out while they change, so that they are not copied.
    var waiting = byNeed.removeValue(forKey: need) ?? Waiting()
    var groups = waiting.users.removeValue(forKey: uid) ?? Groups()
    body(&groups)
    if !groups.isEmpty { waiting.users[uid] = groups }
    if !waiting.users.isEmpty { byNeed[need] = waiting }
    if isShown { show(need, of: uid, isThere: true) }
  }

  /// Shows or hides the user's first groups of the need.
  private mutating func show(_ need: Need, of uid: UInt32, isThere: Bool) {
    guard let groups = byNeed[need]?.users[uid] else { return }
    byNeed[need]?.show(groups, of: uid, isThere: isThere)
    if !groups.asking.isEmpty { asking.set(uid, need, isThere: isThere) }
  }
}
