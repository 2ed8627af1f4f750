/// Groups that wait for their expressions, by what they lack besides. So what is next by time, and what is to
/// be asked next, is found without looking at each of them.
struct ExpressionWaits {
  /// What groups have in common that lack the same besides their expressions. There are few of these, however
  /// many groups there are.
  struct Need: Hashable {
    var uid: UInt32
    var kind: Kind
    var requirements: Requirements
    var mustBeKnown: Requirements
    /// Something of the expression has to be asked, for which there must be room.
    var hasChecks: Bool
  }

  /// Where a group is found.
  struct Entry: Equatable {
    var need: Need
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
      need = Need(
        uid: key.lane.rank.uid, kind: key.lane.rank.kind, requirements: key.demand.requirements,
        mustBeKnown: key.demand.mustBeKnown, hasChecks: expression.hasChecks)
    }
  }

  /// The groups of one need.
  struct Waiting {
    fileprivate(set) var points = SortedSet<Timed<MonotonicTime>>()
    fileprivate(set) var dates = SortedSet<Timed<WallTime>>()
    /// Groups of which something has to be asked, the most urgent first.
    fileprivate(set) var asking = SortedSet<Lanes.Head>()

    fileprivate var isEmpty: Bool { points.isEmpty && dates.isEmpty && asking.isEmpty }
  }

  /// A group by when time alone lets it start.
  struct Timed<Time: Comparable>: Comparable {
    var time: Time
    var slot: Int32

    static func < (left: Timed, right: Timed) -> Bool { (left.time, left.slot) < (right.time, right.slot) }
  }

  private(set) var byNeed: [Need: Waiting] = [:]

  mutating func insert(_ entry: Entry?) { entry.map { set($0, isThere: true) } }

  mutating func remove(_ entry: Entry?) { entry.map { set($0, isThere: false) } }

  private mutating func set(_ entry: Entry, isThere: Bool) {
    // Taken out while it changes, so that it is not copied.
    var waiting = byNeed.removeValue(forKey: entry.need) ?? Waiting()
    switch entry.next {
    case .point(let point): waiting.points.set(Timed(time: point, slot: entry.head.slot), isThere: isThere)
    case .date(let date): waiting.dates.set(Timed(time: date, slot: entry.head.slot), isThere: isThere)
    case nil: break
    }
    if entry.isAsking { waiting.asking.set(entry.head, isThere: isThere) }
    if !waiting.isEmpty { byNeed[entry.need] = waiting }
  }
}

extension ExpressionWaits.Timed: Sendable where Time: Sendable {}
