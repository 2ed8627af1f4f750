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
  }

  private var leaves: [ConditionLeaf: LeafState] = [:]
  private var wholes: [ConditionExpression: Whole] = [:]
  private var expressionsByLeaf: [ConditionLeaf: Set<ConditionExpression>] = [:]
  private var leavesByField: [ConditionField: Set<ConditionLeaf>] = [:]
  /// When they were looked at last; nil when all are to be looked at again.
  private var seen: WallTime?

  /// The next point at which a leaf has settled or held for long enough, whether or not something follows.
  private var nextPoint: MonotonicTime?
  /// The next date at which the time makes a leaf say something else.
  private var nextDate: WallTime?

  var isEmpty: Bool { wholes.isEmpty }

  /// The leaf as it is kept; nil where nobody waits for it.
  func state(of leaf: ConditionLeaf) -> LeafState? { leaves[leaf] }

  /// Nil where nobody waits for it.
  func isUsable(_ expression: ConditionExpression, waitsForUnknown: Bool) -> Bool? {
    wholes[expression].map { waitsForUnknown ? $0.isUsable.waiting : $0.isUsable.proceeding }
  }

  func isLost(_ expression: ConditionExpression) -> Bool { wholes[expression]?.isLost ?? false }

  /// When time alone lets what waits for the expression start.
  func nextUsable(_ expression: ConditionExpression, waitsForUnknown: Bool) -> Instant? {
    wholes[expression].flatMap { waitsForUnknown ? $0.next.waiting : $0.next.proceeding }
  }

  /// When time alone takes it from what runs, or gives it back.
  func nextLoss(_ expression: ConditionExpression) -> Instant? { wholes[expression]?.next.lost }

  /// Something is to be taken in that nobody need have been woken for.
  func isDue(at moment: Moment) -> Bool {
    nextPoint.map { $0 <= moment.monotonic } ?? false || nextDate.map { $0 <= moment.wall } ?? false
  }

  /// Begins to keep an expression, or ends it. What is kept already stays as it is.
  mutating func follow(_ expression: ConditionExpression, _ isWanted: Bool, _ view: ConditionView) {
    if isWanted, wholes[expression] == nil {
      wholes[expression] = Whole()
      for leaf in expression.leaves {
        expressionsByLeaf[leaf, default: []].insert(expression)
        guard leaves[leaf] == nil else { continue }
        leaves[leaf] = LeafState(leaf, view)
        for field in leaf.atom.fields { leavesByField[field, default: []].insert(leaf) }
      }
      evaluate(expression, view)
      findNext()
    } else if !isWanted, wholes.removeValue(forKey: expression) != nil {
      for leaf in expression.leaves {
        expressionsByLeaf[leaf]?.remove(expression)
        guard expressionsByLeaf[leaf]?.isEmpty == true else { continue }
        (expressionsByLeaf[leaf], leaves[leaf]) = (nil, nil)
        for field in leaf.atom.fields { leavesByField[field]?.remove(leaf) }
      }
      findNext()
    }
  }

  /// All are to be looked at again with the next update: the rules have changed, the clock or its zone was
  /// set, or the clocks have moved apart while the machine slept.
  mutating func lookAgain() { seen = nil }

  /// Takes in that these fields say something else, or that time has passed. Returns whether an expression
  /// says something else now.
  mutating func update(_ fields: [ConditionField], _ view: ConditionView) -> Bool {
    let isNew = seen.map { view.moment.wall < $0 } ?? true
    seen = view.moment.wall
    var looked = isNew ? Set(leaves.keys) : []
    for field in fields { looked.formUnion(leavesByField[field] ?? []) }
    if isDue(at: view.moment) {
      for (leaf, state) in leaves where state.isDue(at: view.moment) { looked.insert(leaf) }
    }
    guard !looked.isEmpty else { return false }
    var concerned = isNew ? Set(wholes.keys) : []
    for leaf in looked {
      guard let before = leaves[leaf] else { continue }
      leaves[leaf]?.look(leaf, view)
      if leaves[leaf] != before { concerned.formUnion(expressionsByLeaf[leaf] ?? []) }
    }
    var isChanged = false
    for expression in concerned where evaluate(expression, view) { isChanged = true }
    findNext()
    return isChanged
  }

  /// Takes what is seen now as settled.
  mutating func settleAll(_ view: ConditionView) {
    for leaf in leaves.keys { leaves[leaf]?.settle() }
    for expression in wholes.keys { evaluate(expression, view) }
    findNext()
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
    if !whole.isUsable.proceeding {
      whole.next.proceeding = future.next { $0.isUsable(waitsForUnknown: false, at: $1) }
    }
    if !whole.isUsable.waiting {
      whole.next.waiting = future.next { $0.isUsable(waitsForUnknown: true, at: $1) }
    }
    whole.next.lost = future.next { $0.isLost(at: $1) != whole.isLost }
    wholes[expression] = whole
    return whole.isUsable != before.isUsable || whole.isLost != before.isLost
  }

  private mutating func findNext() {
    nextPoint = leaves.values.lazy.compactMap(\.nextPoint).min()
    nextDate = leaves.values.lazy.compactMap(\.turns).min()
  }
}
