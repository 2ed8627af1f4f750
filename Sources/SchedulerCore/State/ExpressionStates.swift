/// What the expressions say for which somebody waits, or in which a run trusts, and which of it counts
/// already. A change of the machine costs as much as there are expressions that ask about what changed.
struct ExpressionStates {
  typealias Instant = ExpressionFuture.Instant

  /// What an expression says.
  private struct Whole {
    /// It lets work start that takes what nobody knows for good, and work that does not.
    var isUsable = (proceeding: false, waiting: false)
    /// It does not hold any more, for what runs.
    var isLost = false
    /// When time alone will let it be usable, and make it lost or not any more.
    var next: (proceeding: Instant?, waiting: Instant?, lost: Instant?)
    /// What has to be asked now, for work that takes what nobody knows for good, and work that does not.
    var checks: (proceeding: [ConditionCheck], waiting: [ConditionCheck]) = ([], [])
    /// The same for work that runs, and when something has to be asked again for it.
    var checksWhileRunning: [ConditionCheck] = []
    var nextCheckWhileRunning: Instant?

    var isAsking: Bool {
      !(checks.proceeding.isEmpty && checks.waiting.isEmpty && checksWhileRunning.isEmpty)
    }
  }

  private var leaves: [ConditionLeaf: LeafState] = [:]
  private var wholes: [ConditionExpression: Whole] = [:]
  private var expressionsByLeaf: [ConditionLeaf: Set<ConditionExpression>] = [:]
  private var leavesByField: [ConditionField: Set<ConditionLeaf>] = [:]
  /// When they were looked at last; nil when all are to be looked at again.
  private var seen: WallTime?

  /// Leaves by the next point at which they have settled or held for long enough, whether or not something
  /// follows.
  private var nextPoints = IndexedHeap<ConditionLeaf, MonotonicTime>()
  /// Leaves by the next date at which the time makes them say something else.
  private var nextDates = IndexedHeap<ConditionLeaf, WallTime>()
  /// What time alone lets start, the next first.
  private(set) var upcomingPoints = SortedSet<Upcoming<MonotonicTime>>()
  private(set) var upcomingDates = SortedSet<Upcoming<WallTime>>()
  /// The expressions of which something has to be asked now, by the users as whom.
  private var asking: [UInt32: Set<ConditionExpression>] = [:]
  /// The expressions that let something else start than when that was asked last.
  private var changed: Set<ConditionExpression> = []

  var isEmpty: Bool { wholes.isEmpty }

  /// The leaf as it is kept; nil where nobody waits for it.
  func state(of leaf: ConditionLeaf) -> LeafState? { leaves[leaf] }

  /// Nil where nobody waits for it.
  func isUsable(_ expression: ConditionExpression, waitsForUnknown: Bool) -> Bool? {
    wholes[expression].map { waitsForUnknown ? $0.isUsable.waiting : $0.isUsable.proceeding }
  }

  func isLost(_ expression: ConditionExpression) -> Bool { wholes[expression]?.isLost ?? false }

  /// When time alone takes it from what runs, or gives it back.
  func nextLoss(_ expression: ConditionExpression) -> Instant? { wholes[expression]?.next.lost }

  /// What has to be asked now before it lets something start; nil where nobody waits for it.
  func checks(_ expression: ConditionExpression, waitsForUnknown: Bool) -> [ConditionCheck]? {
    wholes[expression].map { waitsForUnknown ? $0.checks.waiting : $0.checks.proceeding }
  }

  /// What has to be asked now for work that runs.
  func checks(whileRunning expression: ConditionExpression) -> [ConditionCheck] {
    wholes[expression]?.checksWhileRunning ?? []
  }

  /// When something is to be asked again for work that runs.
  func nextCheck(whileRunning expression: ConditionExpression) -> Instant? {
    wholes[expression]?.nextCheckWhileRunning
  }

  /// The users as whom something has to be asked now.
  var askers: some Collection<UInt32> { asking.keys }

  /// The expressions of which something has to be asked as this user, in a fixed order.
  func asking(of uid: UInt32) -> [ConditionExpression] { (asking[uid] ?? []).sorted() }

  /// Something is to be taken in that nobody need have been woken for.
  func isDue(at moment: Moment) -> Bool {
    guard !isEmpty else { return false }
    return isBehind(moment) || nextPoints.first.map { $0.key <= moment.monotonic } ?? false
      || nextDates.first.map { $0.key <= moment.wall } ?? false
  }

  /// All are to be looked at again: that was asked for, or the wall clock has been set back.
  private func isBehind(_ moment: Moment) -> Bool { seen.map { moment.wall < $0 } ?? true }

  /// The expressions that let something else start than at the last call.
  mutating func takeChanged() -> Set<ConditionExpression> {
    guard !changed.isEmpty else { return [] }
    defer { changed = [] }
    return changed
  }

  /// Begins to keep an expression, or ends it. What is kept already stays as it is.
  mutating func follow(_ expression: ConditionExpression, _ isWanted: Bool, _ view: ConditionView) {
    if isWanted, wholes[expression] == nil {
      wholes[expression] = Whole()
      for leaf in expression.leaves {
        expressionsByLeaf[leaf, default: []].insert(expression)
        guard leaves[leaf] == nil else { continue }
        keep(LeafState(leaf, view), of: leaf)
        for field in leaf.atom.fields { leavesByField[field, default: []].insert(leaf) }
      }
      evaluate(expression, view)
    } else if !isWanted, let whole = wholes.removeValue(forKey: expression) {
      setUpcoming(expression, whole, isThere: false)
      setAsking(expression, false)
      for leaf in expression.leaves {
        expressionsByLeaf[leaf]?.remove(expression)
        guard expressionsByLeaf[leaf]?.isEmpty == true else { continue }
        expressionsByLeaf[leaf] = nil
        keep(nil, of: leaf)
        for field in leaf.atom.fields { leavesByField[field]?.remove(leaf) }
      }
    }
  }

  /// All are to be looked at again with the next update: the rules have changed, the clock or its zone was
  /// set, or the clocks have moved apart while the machine slept.
  mutating func lookAgain() { seen = nil }

  /// Takes in that these fields say something else, or that time has passed. Returns whether an expression
  /// says something else now.
  /// - Parameter answered: What was asked and has been answered.
  mutating func update(
    _ fields: [ConditionField], answered: ConditionCheck? = nil, _ view: ConditionView
  ) -> Bool {
    let isNew = isBehind(view.moment)
    seen = view.moment.wall
    var looked = isNew ? Set(leaves.keys) : []
    if let answered { looked.insert(ConditionLeaf(.check(answered))) }
    for field in fields { looked.formUnion(leavesByField[field] ?? []) }
    while let (leaf, point) = nextPoints.first, point <= view.moment.monotonic {
      nextPoints.remove(leaf)
      looked.insert(leaf)
    }
    while let (leaf, date) = nextDates.first, date <= view.moment.wall {
      nextDates.remove(leaf)
      looked.insert(leaf)
    }
    guard !looked.isEmpty else { return false }
    var concerned = isNew ? Set(wholes.keys) : []
    for leaf in looked {
      guard let before = leaves[leaf] else { continue }
      var state = before
      state.look(leaf, view)
      keep(state, of: leaf)
      if state != before { concerned.formUnion(expressionsByLeaf[leaf] ?? []) }
    }
    var isChanged = false
    for expression in concerned where evaluate(expression, view) { isChanged = true }
    return isChanged
  }

  /// Takes what is seen now as settled.
  mutating func settleAll(_ view: ConditionView) {
    for (leaf, before) in leaves {
      var state = before
      state.settle()
      keep(state, of: leaf)
    }
    for expression in Array(wholes.keys) { evaluate(expression, view) }
  }

  /// Keeps a leaf as it is now, or nothing of it.
  private mutating func keep(_ state: LeafState?, of leaf: ConditionLeaf) {
    leaves[leaf] = state
    if let point = state?.nextPoint { nextPoints.insert(leaf, key: point) } else { nextPoints.remove(leaf) }
    if let date = state?.turns { nextDates.insert(leaf, key: date) } else { nextDates.remove(leaf) }
  }

  /// Returns whether it says something else.
  @discardableResult
  private mutating func evaluate(_ expression: ConditionExpression, _ view: ConditionView) -> Bool {
    guard let before = wholes[expression] else { return false }
    var whole = Whole()
    let future = ExpressionFuture(expression, view) { leaves[$0] }
    whole.isUsable.proceeding = future.isUsable(waitsForUnknown: false)
    whole.isUsable.waiting = future.isUsable(waitsForUnknown: true)
    whole.isLost = future.isLost()
    if !whole.isUsable.proceeding { whole.next.proceeding = future.nextUsable(waitsForUnknown: false) }
    if !whole.isUsable.waiting { whole.next.waiting = future.nextUsable(waitsForUnknown: true) }
    whole.next.lost = future.nextLoss()
    if !expression.checks.isEmpty {
      if !whole.isUsable.proceeding { whole.checks.proceeding = future.checks(waitsForUnknown: false) }
      if !whole.isUsable.waiting { whole.checks.waiting = future.checks(waitsForUnknown: true) }
      whole.checksWhileRunning = future.checksWhileRunning()
      whole.nextCheckWhileRunning = future.nextCheckWhileRunning()
      setAsking(expression, whole.isAsking)
    }
    wholes[expression] = whole
    setUpcoming(expression, before, isThere: false)
    setUpcoming(expression, whole, isThere: true)
    if whole.isUsable != before.isUsable { changed.insert(expression) }
    return whole.isUsable != before.isUsable || whole.isLost != before.isLost
  }

  private mutating func setAsking(_ expression: ConditionExpression, _ isAsking: Bool) {
    guard let uid = expression.owner else { return }
    if isAsking { asking[uid, default: []].insert(expression) } else { asking.remove(expression, from: uid) }
  }

  private mutating func setUpcoming(_ expression: ConditionExpression, _ whole: Whole, isThere: Bool) {
    for (instant, waits) in [(whole.next.proceeding, false), (whole.next.waiting, true)] {
      switch instant {
      case .point(let time):
        upcomingPoints.set(Upcoming(time, expression, waitsForUnknown: waits), isThere: isThere)
      case .date(let time):
        upcomingDates.set(Upcoming(time, expression, waitsForUnknown: waits), isThere: isThere)
      case nil: break
      }
    }
  }
}

/// That time alone will let start what waits for an expression, or lets it be asked again.
struct Upcoming<Time: Comparable>: Comparable {
  let time: Time
  let expression: ConditionExpression
  /// It waits while nobody knows.
  let waitsForUnknown: Bool

  init(_ time: Time, _ expression: ConditionExpression, waitsForUnknown: Bool) {
    (self.time, self.expression, self.waitsForUnknown) = (time, expression, waitsForUnknown)
  }

  static func < (left: Upcoming, right: Upcoming) -> Bool {
    if left.time != right.time { return left.time < right.time }
    if left.expression != right.expression { return left.expression < right.expression }
    return !left.waitsForUnknown && right.waitsForUnknown
  }
}

extension Upcoming: Sendable where Time: Sendable {}
