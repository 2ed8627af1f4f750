/// What a leaf of an expression says. What is seen is met when it has held for as long as the leaf asks, and
/// what is met has settled when it has stayed for the settling time (R32). This is the only place that says
/// so: for what is kept, for what nobody has asked until now, and for the times to come.
struct LeafState: Equatable {
  /// What the atom says, as it is seen now; nil is not known.
  private var seen: Bool?
  /// Since when it is seen so.
  private var seenSince: MonotonicTime
  /// The same with its hold: what counts against a start at once.
  private(set) var met: Bool?
  /// Since when that is so, for people.
  private(set) var since: WallTime
  /// What has been so for the settling time: what counts for a start, and for stopping.
  private(set) var settled: Bool?
  /// When what is met settles.
  private(set) var settles: MonotonicTime?
  /// When it will have held for long enough.
  private(set) var holds: MonotonicTime?
  /// When the time makes it say something else.
  private(set) var turns: WallTime?
  /// It has to be asked: there is no answer that counts.
  private(set) var pends = false
  /// When the answer stops counting.
  private(set) var expires: MonotonicTime?

  /// A leaf that nobody has asked for until now.
  init(_ leaf: ConditionLeaf, _ view: ConditionView) {
    let times = leaf.atom.check == nil ? leaf.atom.fields.compactMap { view.since[$0] } : []
    let change = times.map(\.monotonic).max() ?? view.settledBefore
    seen = view.truth(of: leaf.atom, at: view.moment)
    (seenSince, met) = (change, seen)
    since = view.moment.wall
    if leaf.hold != nil {
      // It has held for no time when it comes.
      settled = seen == true ? false : seen
    } else {
      // The first look at the machine has nothing before it; what changed since was something else before.
      settled = change <= view.settledBefore ? seen : seen.map { !$0 }
    }
    settles = change + view.settling(of: leaf, to: seen)
    if leaf.atom.isOfTime { turns = view.zone.nextChange(of: leaf.atom, after: view.moment.wall) }
    noteAnswer(leaf, view)
    pass(leaf, view, to: view.moment)
    since = times.map(\.wall).max() ?? view.moment.wall
  }

  /// When it says something else by itself: what has been held or has settled for long enough.
  var nextTurn: MonotonicTime? { [holds, settles].compactMap(\.self).min() }

  /// When it is to be looked at again.
  var nextPoint: MonotonicTime? { [nextTurn, expires].compactMap(\.self).min() }

  func isDue(at moment: Moment) -> Bool {
    nextPoint.map { $0 <= moment.monotonic } ?? false || turns.map { $0 <= moment.wall } ?? false
  }

  /// There is no answer that counts then.
  func hasToBeAsked(at moment: MonotonicTime) -> Bool { pends || expires.map { $0 <= moment } ?? false }

  /// Whether it lets work start that wants it so.
  func isUsable(wanted: Bool, waitsForUnknown: Bool) -> Bool {
    // What has to be asked, or could not be, counts for neither.
    if pends || (expires != nil && seen == nil) { return false }
    return waitsForUnknown ? met == wanted && settled == wanted : met != !wanted && settled != !wanted
  }

  /// Takes in what the atom says now. What was seen until now has settled or held before that, if it was for
  /// long enough: nobody need have been woken for it.
  mutating func look(_ leaf: ConditionLeaf, _ view: ConditionView) {
    pass(leaf, view, to: view.moment)
    let truth = view.truth(of: leaf.atom, at: view.moment)
    if truth != seen { (seen, seenSince) = (truth, view.moment.monotonic) }
    noteAnswer(leaf, view)
    if leaf.atom.isOfTime { turns = view.zone.nextChange(of: leaf.atom, after: view.moment.wall) }
    pass(leaf, view, to: view.moment)
  }

  /// As it will be, if nothing but time goes by.
  func later(_ leaf: ConditionLeaf, _ view: ConditionView, at moment: Moment) -> LeafState {
    var state = self
    if leaf.atom.isOfTime { state.seen = view.truth(of: leaf.atom, at: moment) }
    state.pass(leaf, view, to: moment)
    return state
  }

  /// What is seen now has nothing before it.
  mutating func settle() { (settled, settles) = (met, nil) }

  private mutating func noteAnswer(_ leaf: ConditionLeaf, _ view: ConditionView) {
    guard let check = leaf.atom.check else { return }
    let answer = view.checks.fresh(check, at: view.moment.monotonic)
    (pends, expires) = (answer == nil, answer?.expires)
  }

  /// Draws from what is seen what follows by this moment.
  private mutating func pass(_ leaf: ConditionLeaf, _ view: ConditionView, to moment: Moment) {
    let now = moment.monotonic
    holds = nil
    var next = seen
    if let hold = view.hold(of: leaf), seen == true, now < seenSince + hold {
      next = false
      holds = seenSince + hold
    }
    if next != met { (met, since) = (next, moment.wall) }
    if met == settled {
      settles = nil
    } else if leaf.atom.isOfTime || (met == true && leaf.hold != nil) {
      // Time does not flap, and what has held for long enough need not settle as well.
      settle()
    } else {
      let latest = now + view.settling(of: leaf, to: met)
      let due = min(settles ?? latest, latest)
      if due <= now { settle() } else { settles = due }
    }
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
  /// What has been asked.
  var checks: Checks

  /// How long a leaf must say something before that counts.
  func settling(of leaf: ConditionLeaf, to value: Bool?) -> TimeSpan {
    leaf.atom.field.map { configuration.settling(of: $0, to: value ?? false) } ?? .zero
  }

  /// How long a leaf that asks for that must have held; nothing counts that has not settled.
  func hold(of leaf: ConditionLeaf) -> TimeSpan? {
    leaf.hold.map { max($0, settling(of: leaf, to: true)) }
  }

  func truth(of atom: ConditionAtom, at moment: Moment) -> Bool? {
    if let check = atom.check { return checks.fresh(check, at: moment.monotonic)?.finding.holds }
    return atom.truth(conditions, LocalTime(moment.wall, zone))
  }
}
