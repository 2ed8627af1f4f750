/// Groups that wait for their expressions, by what they lack besides. So what is next by time, and what is to
/// be asked next, is found without looking at each of them, or at each user.
struct ExpressionWaits {
  /// What groups have in common that lack the same besides their expressions. There are few of these, however
  /// many groups and users there are.
  struct Need: Hashable {
    var kind: Kind
    var requirements: Requirements
    var mustBeKnown: Requirements
    /// Something of the expression has to be asked, for which there must be room.
    var hasChecks: Bool
  }

  /// Where a group is found.
  struct Entry: Equatable {
    var need: Need
    var uid: UInt32
    /// Its most urgent task.
    var head: Lanes.Head
    /// When time alone lets the expression start it.
    var next: ExpressionFuture.Instant?
    /// Something has to be asked now before it can start.
    var isAsking: Bool

    /// Nil when the expression is waited for by nothing of that.
    init?(
      _ standing: ExpressionStates.Standing, for use: ExpressionUse, _ expression: ConditionExpression,
      _ key: GroupKey, _ head: Lanes.Head
    ) {
      next = standing.next(use)
      isAsking = standing.isAsking.contains(use)
      if next == nil, !isAsking { return nil }
      self.head = head
      uid = key.lane.rank.uid
      need = Need(
        kind: key.lane.rank.sort.kind, requirements: key.demand.requirements,
        mustBeKnown: key.demand.mustBeKnown, hasChecks: expression.hasChecks)
    }
  }

  /// The groups of one need.
  private struct Waiting {
    var users: [UInt32: Groups] = [:]
    /// Of each user the first, without those of whom nothing of the kind starts for now.
    var points = SortedSet<Timed<MonotonicTime, UInt32>>()
    var dates = SortedSet<Timed<WallTime, UInt32>>()

    mutating func show(_ groups: Groups, of uid: UInt32, isThere: Bool) {
      if let first = groups.next.firstPoint { points.set(Timed(first, uid), isThere: isThere) }
      if let first = groups.next.firstDate { dates.set(Timed(first, uid), isThere: isThere) }
    }
  }

  /// The groups of one need and one user.
  private struct Groups {
    var next = InstantQueue()
    /// Of which something has to be asked, the most urgent first.
    var asking = SortedSet<Lanes.Head>()

    var isEmpty: Bool { next.isEmpty && asking.isEmpty }

    mutating func set(_ entry: Entry, isThere: Bool) {
      next.set(entry.next, of: entry.head.slot, isThere: isThere)
      if entry.isAsking { asking.set(entry.head, isThere: isThere) }
    }
  }

  private var byNeed: [Need: Waiting] = [:]
  /// The users as whom something has to be asked.
  private(set) var asking = Turns<Need>()
  /// The kinds of which nothing of the user's starts for now.
  private var held: [UInt32: Set<Kind>] = [:]

  var needs: some Collection<Need> { byNeed.keys }

  /// The first point at which time alone lets something start of a user who may.
  func nextPoint(of need: Need, ofWhom mayStart: (UInt32) -> Bool) -> MonotonicTime? {
    byNeed[need]?.points.inOrder.first { mayStart($0.subject) }?.time
  }

  /// The first date, as ``nextPoint(of:ofWhom:)``.
  func nextDate(of need: Need, ofWhom mayStart: (UInt32) -> Bool) -> WallTime? {
    byNeed[need]?.dates.inOrder.first { mayStart($0.subject) }?.time
  }

  /// The user's most urgent group of which something has to be asked.
  func firstAsking(of uid: UInt32, _ need: Need) -> Lanes.Head? { byNeed[need]?.users[uid]?.asking.first }

  mutating func insert(_ entry: Entry?) { entry.map { set($0, isThere: true) } }

  mutating func remove(_ entry: Entry?) { entry.map { set($0, isThere: false) } }

  private mutating func set(_ entry: Entry, isThere: Bool) {
    change(entry.need, of: entry.uid) { $0.set(entry, isThere: isThere) }
  }

  /// Nothing of these kinds of the user's starts for now.
  mutating func setHeld(_ kinds: Set<Kind>, of uid: UInt32) {
    let changed = kinds.symmetricDifference(held[uid] ?? [])
    let needs = byNeed.keys.filter { changed.contains($0.kind) }
    for need in needs { show(need, of: uid, isThere: false) }
    held[uid] = kinds.isEmpty ? nil : kinds
    for need in needs { show(need, of: uid, isThere: true) }
  }

  /// - Parameter number: Of the last question that was asked as the user; nil when there was none.
  mutating func setLastAsked(_ number: UInt64?, of uid: UInt32) { asking.setLast(number, of: uid) }

  private mutating func change(_ need: Need, of uid: UInt32, _ body: (inout Groups) -> Void) {
    show(need, of: uid, isThere: false)
    // Taken out while it changes, so that it is not copied.
    var waiting = byNeed.removeValue(forKey: need) ?? Waiting()
    var groups = waiting.users.removeValue(forKey: uid) ?? Groups()
    body(&groups)
    if !groups.isEmpty { waiting.users[uid] = groups }
    if !waiting.users.isEmpty { byNeed[need] = waiting }
    show(need, of: uid, isThere: true)
  }

  /// Lets the user's first groups of the need be found, or not any more.
  private mutating func show(_ need: Need, of uid: UInt32, isThere: Bool) {
    guard held[uid]?.contains(need.kind) != true, let groups = byNeed[need]?.users[uid] else { return }
    byNeed[need]?.show(groups, of: uid, isThere: isThere)
    if !groups.asking.isEmpty { asking.set(uid, need, isThere: isThere) }
  }
}
