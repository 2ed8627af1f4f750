/// What the expressions say for which somebody waits, or in which a run trusts, and which of it counts
/// already. A change of the machine costs as much as there are expressions that ask about what changed.
struct ExpressionStates {
  /// What a leaf says.
  struct Leaf {
    /// Its atom, as it is seen now; nil is not known.
    var seen: Bool?
    /// Since when it is seen so.
    var seenSince: MonotonicTime
    /// The same with its hold: what counts against a start at once.
    var met: Bool?
    /// Since when that is so, for people.
    var since: WallTime
    /// What has been so for the settling time: what counts for a start, and for stopping.
    var settled: Bool?
    /// When what is met settles.
    var settles: MonotonicTime?
    /// When it will have held for long enough.
    var holds: MonotonicTime?
    /// When the time makes it say something else.
    var turns: WallTime?
  }

  /// What an expression says.
  private struct Whole {
    var uses = 0
    /// It lets work start that takes what nobody knows for good, and work that does not.
    var isUsable = (proceeding: false, waiting: false)
    /// It does not hold any more, for what runs.
    var isLost = false
  }

  private var leaves: [ConditionLeaf: Leaf] = [:]
  private var wholes: [ConditionExpression: Whole] = [:]
  private var expressionsByLeaf: [ConditionLeaf: Set<ConditionExpression>] = [:]
  private var leavesByField: [ConditionField: Set<ConditionLeaf>] = [:]
  private var leavesOfTime: Set<ConditionLeaf> = []
  /// When they were looked at last; nil when the zone or the clock was set since.
  private var timeSeen: WallTime?

  /// The next point at which something has settled or held for long enough.
  private(set) var nextPoint: MonotonicTime?
  /// The next date at which the time says something else.
  private(set) var nextDate: WallTime?

  /// The leaf as it is kept; nil where nobody waits for it.
  func state(of leaf: ConditionLeaf) -> Leaf? { leaves[leaf] }

  func isUsable(_ expression: ConditionExpression, waitsForUnknown: Bool) -> Bool? {
    wholes[expression].map { waitsForUnknown ? $0.isUsable.waiting : $0.isUsable.proceeding }
  }

  func isLost(_ expression: ConditionExpression) -> Bool { wholes[expression]?.isLost ?? false }

  /// Begins to keep an expression, or ends it. What is kept already stays as it is.
  mutating func follow(_ expression: ConditionExpression, _ isWanted: Bool, _ view: ConditionView) {
    if isWanted, wholes[expression] == nil {
      wholes[expression] = Whole()
      for leaf in expression.leaves {
        expressionsByLeaf[leaf, default: []].insert(expression)
        if leaves[leaf] == nil {
          leaves[leaf] = view.firstState(of: leaf)
          for field in leaf.atom.fields { leavesByField[field, default: []].insert(leaf) }
          if leaf.atom.isOfTime { leavesOfTime.insert(leaf) }
        }
      }
      evaluate(expression)
      findNext()
    } else if !isWanted, wholes.removeValue(forKey: expression) != nil {
      for leaf in expression.leaves {
        expressionsByLeaf[leaf]?.remove(expression)
        guard expressionsByLeaf[leaf]?.isEmpty == true else { continue }
        (expressionsByLeaf[leaf], leaves[leaf]) = (nil, nil)
        for field in leaf.atom.fields { leavesByField[field]?.remove(leaf) }
        leavesOfTime.remove(leaf)
      }
      findNext()
    }
  }

  /// Takes in that these fields say something else, that time has passed, or that the clock or its zone was
  /// set. Returns whether an expression says something else now.
  mutating func update(_ fields: [ConditionField], _ view: ConditionView) -> Bool {
    var changed: Set<ConditionLeaf> = []
    for field in fields {
      for leaf in leavesByField[field] ?? [] where look(at: leaf, view) { changed.insert(leaf) }
    }
    let isTime =
      timeSeen.map { view.moment.wall < $0 } ?? true || nextDate.map { $0 <= view.moment.wall } ?? false
    for leaf in isTime ? leavesOfTime : [] where isTimed(leaf, view) && look(at: leaf, view) {
      changed.insert(leaf)
    }
    timeSeen = view.moment.wall
    if let nextPoint, nextPoint <= view.moment.monotonic {
      for leaf in leaves.keys where passTime(leaf, view) { changed.insert(leaf) }
    }
    let concerned = changed.reduce(into: Set<ConditionExpression>()) {
      $0.formUnion(expressionsByLeaf[$1] ?? [])
    }
    var isChanged = false
    for expression in concerned where evaluate(expression) { isChanged = true }
    if !changed.isEmpty || nextPoint.map({ $0 <= view.moment.monotonic }) ?? false { findNext() }
    return isChanged
  }

  /// The clock or its zone was set: what the time says is looked at anew.
  mutating func forgetTime() { timeSeen = nil }

  private func isTimed(_ leaf: ConditionLeaf, _ view: ConditionView) -> Bool {
    guard let timeSeen, timeSeen <= view.moment.wall else { return true }
    return leaves[leaf]?.turns.map { $0 <= view.moment.wall } ?? false
  }

  /// Takes what is seen now as settled.
  mutating func settleAll() {
    for leaf in leaves.keys {
      guard var state = leaves[leaf] else { continue }
      (state.settled, state.settles) = (state.met, nil)
      leaves[leaf] = state
    }
    for expression in wholes.keys { evaluate(expression) }
    findNext()
  }

  /// What the leaf's atom says now. Returns whether the leaf says something else.
  private mutating func look(at leaf: ConditionLeaf, _ view: ConditionView) -> Bool {
    guard let before = leaves[leaf] else { return false }
    var state = before
    let seen = view.truth(of: leaf.atom)
    if seen != state.seen { (state.seen, state.seenSince) = (seen, view.moment.monotonic) }
    if leaf.atom.isOfTime { state.turns = view.zone.nextChange(of: leaf.atom, after: view.moment.wall) }
    state.takeIn(leaf, view)
    leaves[leaf] = state
    return state.met != before.met || state.settled != before.settled
      || state.holds != before.holds || state.settles != before.settles || state.turns != before.turns
  }

  private mutating func passTime(_ leaf: ConditionLeaf, _ view: ConditionView) -> Bool {
    guard let before = leaves[leaf] else { return false }
    let now = view.moment.monotonic
    guard before.holds.map({ $0 <= now }) ?? before.settles.map({ $0 <= now }) ?? false else { return false }
    var state = before
    state.takeIn(leaf, view)
    leaves[leaf] = state
    return state.met != before.met || state.settled != before.settled
  }

  /// Returns whether it says something else.
  @discardableResult
  private mutating func evaluate(_ expression: ConditionExpression) -> Bool {
    guard let before = wholes[expression] else { return false }
    var whole = before
    let leaves = leaves
    func asks(_ isAsWanted: (Leaf, Bool) -> Bool) -> Bool {
      expression.holds { leaf, wanted in leaves[leaf].map { isAsWanted($0, wanted) } ?? true }
    }
    whole.isUsable.proceeding = asks { $0.isUsable(wanted: $1, waitsForUnknown: false) }
    whole.isUsable.waiting = asks { $0.isUsable(wanted: $1, waitsForUnknown: true) }
    whole.isLost = !asks { $0.settled != !$1 }
    wholes[expression] = whole
    return whole.isUsable != before.isUsable || whole.isLost != before.isLost
  }

  private mutating func findNext() {
    nextPoint = nil
    nextDate = nil
    for state in leaves.values {
      if let point = [state.holds, state.settles].compactMap(\.self).min() {
        nextPoint = min(nextPoint ?? point, point)
      }
      if let date = state.turns { nextDate = min(nextDate ?? date, date) }
    }
  }
}

extension ExpressionStates.Leaf {
  /// Whether it lets work start that wants it so.
  func isUsable(wanted: Bool, waitsForUnknown: Bool) -> Bool {
    waitsForUnknown ? met == wanted && settled == wanted : met != !wanted && settled != !wanted
  }

  /// What follows from what is seen, by now.
  fileprivate mutating func takeIn(_ leaf: ConditionLeaf, _ view: ConditionView) {
    let now = view.moment.monotonic
    holds = nil
    var next = seen
    if let hold = leaf.hold, seen == true, now < seenSince + hold {
      next = false
      holds = seenSince + hold
    }
    if next != met { (met, since) = (next, view.moment.wall) }
    if met == settled {
      settles = nil
    } else if leaf.atom.isOfTime || holdIsLonger(leaf, view) {
      // Time does not flap, and what has held for long enough need not settle as well.
      (settled, settles) = (met, nil)
    } else {
      let latest = now + view.settling(of: leaf, to: met)
      let due = min(settles ?? latest, latest)
      (settled, settles) = due <= now ? (met, nil) : (settled, due)
    }
  }

  private func holdIsLonger(_ leaf: ConditionLeaf, _ view: ConditionView) -> Bool {
    met == true && leaf.hold.map { $0 >= view.settling(of: leaf, to: true) } ?? false
  }
}

/// What leaves look at.
struct ConditionView {
  var conditions: Conditions
  var zone: ZoneRules
  var moment: Moment
  var configuration: SchedulerConfiguration
  /// Since when each field says what it says.
  var since: [ConditionField: (wall: WallTime, monotonic: MonotonicTime)]
  /// What has been so since before this counts as settled: the first look at the machine.
  var settledBefore: MonotonicTime

  /// How long a leaf must say something before that counts.
  func settling(of leaf: ConditionLeaf, to value: Bool?) -> TimeSpan {
    leaf.atom.field.map { configuration.settling(of: $0, to: value ?? false) } ?? .zero
  }

  func truth(of atom: ConditionAtom) -> Bool? { atom.truth(conditions, LocalTime(moment.wall, zone)) }

  /// A leaf that nobody has asked for until now.
  func firstState(of leaf: ConditionLeaf) -> ExpressionStates.Leaf {
    let times = leaf.atom.fields.compactMap { since[$0] }
    let changed = times.map(\.monotonic).max() ?? settledBefore
    var state = ExpressionStates.Leaf(
      seen: truth(of: leaf.atom), seenSince: changed, since: times.map(\.wall).max() ?? moment.wall)
    let whole = leaf.hold.map { changed + $0 <= moment.monotonic } ?? true
    state.met = state.seen == true && !whole ? false : state.seen
    if state.seen == true, let hold = leaf.hold, !whole { state.holds = changed + hold }
    let settling = settling(of: leaf, to: state.met)
    let isSettled =
      leaf.atom.isOfTime || changed <= settledBefore || changed + settling <= moment.monotonic
      || leaf.hold != nil
    state.settled = isSettled ? state.met : state.met.map { !$0 }
    if !isSettled, state.met != nil { state.settles = changed + settling }
    if leaf.atom.isOfTime { state.turns = zone.nextChange(of: leaf.atom, after: moment.wall) }
    return state
  }
}
