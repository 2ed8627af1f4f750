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
    /// It lets work start that takes what nobody knows for good, and work that does not.
    var isUsable = (proceeding: false, waiting: false)
    /// It does not hold any more, for what runs.
    var isLost = false
    /// When time alone will let it be usable, and make it lost or not any more.
    var next: (proceeding: Instant?, waiting: Instant?, lost: Instant?)
  }

  /// A moment to come, by the clock that brings it.
  enum Instant {
    case point(MonotonicTime)
    case date(WallTime)
  }

  private var leaves: [ConditionLeaf: Leaf] = [:]
  private var wholes: [ConditionExpression: Whole] = [:]
  private var expressionsByLeaf: [ConditionLeaf: Set<ConditionExpression>] = [:]
  private var leavesByField: [ConditionField: Set<ConditionLeaf>] = [:]
  private var leavesOfTime: Set<ConditionLeaf> = []
  /// When they were looked at last; nil when the zone or the clock was set since.
  private var timeSeen: WallTime?

  /// The next point at which a leaf has settled or held for long enough, whether or not something follows.
  private var nextPoint: MonotonicTime?
  /// The next date at which the time makes a leaf say something else.
  private var nextDate: WallTime?

  /// The leaf as it is kept; nil where nobody waits for it.
  func state(of leaf: ConditionLeaf) -> Leaf? { leaves[leaf] }

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
        if leaves[leaf] == nil {
          leaves[leaf] = view.firstState(of: leaf)
          for field in leaf.atom.fields { leavesByField[field, default: []].insert(leaf) }
          if leaf.atom.isOfTime { leavesOfTime.insert(leaf) }
        }
      }
      evaluate(expression, view)
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
    // The dates of all are reckoned anew.
    if timeSeen.map({ view.moment.wall < $0 }) ?? true { changed = leavesOfTime }
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
    for expression in concerned where evaluate(expression, view) { isChanged = true }
    if !changed.isEmpty || nextPoint.map({ $0 <= view.moment.monotonic }) ?? false { findNext() }
    return isChanged
  }

  /// The clock or its zone was set, or the clocks have moved apart while the machine slept: what the time
  /// says is looked at anew, and when it will say something else.
  mutating func forgetTime() { timeSeen = nil }

  private func isTimed(_ leaf: ConditionLeaf, _ view: ConditionView) -> Bool {
    guard let timeSeen, timeSeen <= view.moment.wall else { return true }
    return leaves[leaf]?.turns.map { $0 <= view.moment.wall } ?? false
  }

  /// Takes what is seen now as settled.
  mutating func settleAll(_ view: ConditionView) {
    for leaf in leaves.keys {
      guard var state = leaves[leaf] else { continue }
      (state.settled, state.settles) = (state.met, nil)
      leaves[leaf] = state
    }
    for expression in wholes.keys { evaluate(expression, view) }
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
    guard [before.holds, before.settles].contains(where: { $0.map { $0 <= now } ?? false }) else {
      return false
    }
    var state = before
    state.takeIn(leaf, view)
    leaves[leaf] = state
    return state.met != before.met || state.settled != before.settled
  }

  /// Returns whether it says something else.
  @discardableResult
  private mutating func evaluate(_ expression: ConditionExpression, _ view: ConditionView) -> Bool {
    guard let before = wholes[expression] else { return false }
    var whole = before
    let states = leaves
    let reading = ExpressionFuture(expression, view) { states[$0] ?? view.firstState(of: $0) }
    whole.isUsable.proceeding = reading.isUsable(waitsForUnknown: false)
    whole.isUsable.waiting = reading.isUsable(waitsForUnknown: true)
    whole.isLost = reading.isLost()
    whole.next = (nil, nil, nil)
    if !whole.isUsable.proceeding {
      whole.next.proceeding = reading.next { $0.isUsable(waitsForUnknown: false, at: $1) }
    }
    if !whole.isUsable.waiting {
      whole.next.waiting = reading.next { $0.isUsable(waitsForUnknown: true, at: $1) }
    }
    let isLost = whole.isLost
    whole.next.lost = reading.next { $0.isLost(at: $1) != isLost }
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
    if let hold = view.hold(of: leaf), seen == true, now < seenSince + hold {
      next = false
      holds = seenSince + hold
    }
    if next != met { (met, since) = (next, view.moment.wall) }
    if met == settled {
      settles = nil
    } else if leaf.atom.isOfTime || (met == true && leaf.hold != nil) {
      // Time does not flap, and what has held for long enough need not settle as well.
      (settled, settles) = (met, nil)
    } else {
      let latest = now + view.settling(of: leaf, to: met)
      let due = min(settles ?? latest, latest)
      (settled, settles) = due <= now ? (met, nil) : (settled, due)
    }
  }
}

/// An expression in the times to come, if nothing but time goes by.
struct ExpressionFuture {
  private let expression: ConditionExpression
  private let view: ConditionView
  private let states: [ConditionLeaf: ExpressionStates.Leaf]

  init(
    _ expression: ConditionExpression, _ view: ConditionView,
    state: (ConditionLeaf) -> ExpressionStates.Leaf
  ) {
    self.expression = expression
    self.view = view
    states = Dictionary(expression.leaves.map { ($0, state($0)) }) { first, _ in first }
  }

  func isUsable(waitsForUnknown: Bool, at later: Moment? = nil) -> Bool {
    asks(at: later) { $0.isUsable(wanted: $1, waitsForUnknown: waitsForUnknown) }
  }

  func isLost(at later: Moment? = nil) -> Bool { !asks(at: later) { $0.settled != !$1 } }

  private func asks(at later: Moment?, _ isAsWanted: (ExpressionStates.Leaf, Bool) -> Bool) -> Bool {
    expression.holds { leaf, wanted in
      guard let state = states[leaf] else { return true }
      return isAsWanted(later.map { view.state(state, of: leaf, at: $0) } ?? state, wanted)
    }
  }

  /// The first moment of which that is true, within the days after which times of day and days of the week
  /// come round again; or one at which to look again.
  func next(_ isTrue: (ExpressionFuture, Moment) -> Bool) -> ExpressionStates.Instant? {
    var later = view.moment
    var last: ExpressionStates.Instant?
    for _ in 0..<Self.stepLimit {
      guard let (moment, instant) = step(after: later), moment.wall <= view.moment.wall + .days(8) else {
        return nil
      }
      (later, last) = (moment, instant)
      if isTrue(self, later) { return instant }
    }
    return last
  }

  private static let stepLimit = 64

  /// The next moment at which a leaf says something else by itself.
  private func step(after moment: Moment) -> (Moment, ExpressionStates.Instant)? {
    var best: (Moment, ExpressionStates.Instant)?
    for (leaf, state) in states {
      let found: (Moment, ExpressionStates.Instant)?
      if leaf.atom.isOfTime {
        found = view.zone.nextChange(of: leaf.atom, after: moment.wall).map { date in
          (Moment(wall: date, monotonic: moment.monotonic + (date - moment.wall)), .date(date))
        }
      } else {
        let points = [state.holds, state.settles].compactMap(\.self)
        found = points.filter { moment.monotonic < $0 }.min().map { point in
          (Moment(wall: moment.wall + (point - moment.monotonic), monotonic: point), .point(point))
        }
      }
      if let found, best.map({ found.0.monotonic < $0.0.monotonic }) ?? true { best = found }
    }
    return best
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

  /// How long a leaf that asks for that must have held; nothing counts that has not settled.
  func hold(of leaf: ConditionLeaf) -> TimeSpan? {
    leaf.hold.map { max($0, settling(of: leaf, to: true)) }
  }

  func truth(of atom: ConditionAtom) -> Bool? { atom.truth(conditions, LocalTime(moment.wall, zone)) }

  /// A leaf as it will be, if nothing but time goes by.
  func state(
    _ state: ExpressionStates.Leaf, of leaf: ConditionLeaf, at later: Moment
  ) -> ExpressionStates.Leaf {
    var state = state
    if leaf.atom.isOfTime {
      state.met = leaf.atom.truth(conditions, LocalTime(later.wall, zone))
      state.settled = state.met
    }
    if let holds = state.holds, holds <= later.monotonic {
      (state.met, state.settled) = (state.seen, state.seen)
    }
    if let settles = state.settles, settles <= later.monotonic { state.settled = state.met }
    return state
  }

  /// A leaf that nobody has asked for until now.
  func firstState(of leaf: ConditionLeaf) -> ExpressionStates.Leaf {
    let times = leaf.atom.fields.compactMap { since[$0] }
    let changed = times.map(\.monotonic).max() ?? settledBefore
    var state = ExpressionStates.Leaf(
      seen: truth(of: leaf.atom), seenSince: changed, since: times.map(\.wall).max() ?? moment.wall)
    let hold = hold(of: leaf)
    let whole = hold.map { changed + $0 <= moment.monotonic } ?? true
    state.met = state.seen == true && !whole ? false : state.seen
    if state.seen == true, let hold, !whole { state.holds = changed + hold }
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
