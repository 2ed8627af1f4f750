/// What a leaf of an expression says. What is seen is met when it has held for as long as the leaf asks, and
/// what is met has settled when it has stayed for the settling time (R32). This is the only place that says
/// so: for what is kept, for what nobody has asked until now, and for the times to come.
struct LeafState: Equatable {
  /// For a time that there is not. Optionals would take half as much again, and there are thousands.
  private static let never = Int64.max

  /// Since when it is seen so.
  private var seenSince: MonotonicTime
  /// Since when that is so, for people.
  private(set) var since: WallTime
  private var settlesUSec = never
  private var holdsUSec = never
  /// When the time makes it say something else, or when the answer stops counting: a leaf has one or neither.
  private var boundUSec = never
  /// What the atom says, as it is seen now; nil is not known.
  private var seen: Bool?
  /// The same with its hold: what counts against a start at once.
  private(set) var met: Bool?
  /// What has been so for the settling time: what counts for a start, and for stopping.
  private(set) var settled: Bool?
  private let sort: Sort

  private enum Sort {
    /// A source reports it.
    case reported
    /// It follows from the time.
    case time
    /// It has to be asked.
    case asked
  }

  /// When what is met settles.
  var settles: MonotonicTime? { Self.point(settlesUSec) }
  /// When it will have held for long enough.
  var holds: MonotonicTime? { Self.point(holdsUSec) }
  /// When the time makes it say something else.
  var turns: WallTime? { sort == .time && boundUSec != Self.never ? WallTime(uSec: boundUSec) : nil }
  /// When the answer stops counting.
  var expires: MonotonicTime? { sort == .asked ? Self.point(boundUSec) : nil }
  /// It has to be asked: there is no answer that counts.
  var pends: Bool { sort == .asked && boundUSec == Self.never }

  /// What the answer was; nil where it could not be asked, or has not been.
  var answer: Bool? { sort == .asked ? seen : nil }

  private static func point(_ uSec: Int64) -> MonotonicTime? {
    uSec == never ? nil : MonotonicTime(uSec: uSec)
  }

  /// A leaf that nobody has asked for until now.
  init(_ leaf: ConditionLeaf, _ view: ConditionView) {
    sort = leaf.atom.isOfTime ? .time : leaf.atom.check != nil ? .asked : .reported
    let change = sort == .asked ? nil : view.lastChange(of: leaf.atom.fields)
    seenSince = change?.monotonic ?? view.settledBefore
    seen = sort == .asked ? nil : view.truth(of: leaf.atom, at: view.moment)
    met = seen
    since = view.moment.wall
    if leaf.hold != nil {
      // It has held for no time when it comes.
      settled = seen == true ? false : seen
    } else {
      // The first look at the machine has nothing before it; what changed since was something else before.
      settled = seenSince <= view.settledBefore ? seen : seen.map { !$0 }
    }
    settlesUSec = (seenSince + view.settling(of: leaf, to: seen)).uSec
    noteTurn(leaf, view)
    pass(leaf, view, to: view.moment)
    since = change?.wall ?? view.moment.wall
  }

  /// When it says something else by itself: what has been held or has settled for long enough.
  var nextTurn: MonotonicTime? { Self.point(min(holdsUSec, settlesUSec)) }

  /// When it is to be looked at again.
  var nextPoint: MonotonicTime? {
    Self.point(min(holdsUSec, settlesUSec, sort == .asked ? boundUSec : Self.never))
  }

  func isDue(at moment: Moment) -> Bool {
    nextPoint.map { $0 <= moment.monotonic } ?? false || turns.map { $0 <= moment.wall } ?? false
  }

  /// There is no answer that counts then.
  func hasToBeAsked(at moment: MonotonicTime) -> Bool { pends || expires.map { $0 <= moment } ?? false }

  /// Whether it lets work start that wants it so, or go on.
  func counts(as wanted: Bool, for use: ExpressionUse) -> Bool {
    if use == .running { return settled != !wanted }
    // What has to be asked, or could not be, counts for neither.
    if sort == .asked, seen == nil { return false }
    return use == .waiting ? met == wanted && settled == wanted : met != !wanted && settled != !wanted
  }

  /// Takes in what the atom says now. What was seen until now has settled or held before that, if it was for
  /// long enough: nobody need have been woken for it. What has changed counts since it did, even if it is
  /// looked at a little later.
  mutating func look(_ leaf: ConditionLeaf, _ view: ConditionView) {
    if sort == .asked {
      pass(leaf, view, to: view.moment)
      if let expires, expires <= view.moment.monotonic { forgetAnswer(leaf, view) }
      return
    }
    let truth = view.truth(of: leaf.atom, at: view.moment)
    if truth != seen {
      let change = sort == .reported ? view.lastChange(of: leaf.atom.fields) : nil
      let moment =
        change.map { Moment(wall: $0.wall, monotonic: max($0.monotonic, seenSince)) } ?? view.moment
      pass(leaf, view, to: moment)
      (seen, seenSince) = (truth, moment.monotonic)
      pass(leaf, view, to: moment)
    }
    noteTurn(leaf, view)
    pass(leaf, view, to: view.moment)
  }

  /// Takes in an answer, which counts until then. Nil could not be asked.
  mutating func take(
    answer: Bool?, until expires: MonotonicTime, _ leaf: ConditionLeaf, _ view: ConditionView
  ) {
    boundUSec = expires.uSec
    see(answer, leaf, view)
  }

  /// The answer does not count any more.
  mutating func forgetAnswer(_ leaf: ConditionLeaf, _ view: ConditionView) {
    boundUSec = Self.never
    see(nil, leaf, view)
  }

  private mutating func see(_ truth: Bool?, _ leaf: ConditionLeaf, _ view: ConditionView) {
    if truth != seen { (seen, seenSince) = (truth, view.moment.monotonic) }
    pass(leaf, view, to: view.moment)
  }

  /// As it will be, if nothing but time goes by.
  func later(_ leaf: ConditionLeaf, _ view: ConditionView, at moment: Moment) -> LeafState {
    var state = self
    if sort == .time { state.seen = view.truth(of: leaf.atom, at: moment) }
    state.pass(leaf, view, to: moment)
    return state
  }

  /// What is seen now has nothing before it.
  mutating func settle() { (settled, settlesUSec) = (met, Self.never) }

  private mutating func noteTurn(_ leaf: ConditionLeaf, _ view: ConditionView) {
    guard sort == .time else { return }
    boundUSec = view.zone.nextChange(of: leaf.atom, after: view.moment.wall)?.uSec ?? Self.never
  }

  /// Draws from what is seen what follows by this moment.
  private mutating func pass(_ leaf: ConditionLeaf, _ view: ConditionView, to moment: Moment) {
    let now = moment.monotonic
    holdsUSec = Self.never
    var next = seen
    if let hold = view.hold(of: leaf), seen == true, now < seenSince + hold {
      next = false
      holdsUSec = (seenSince + hold).uSec
    }
    if next != met { (met, since) = (next, moment.wall) }
    if met == settled {
      settlesUSec = Self.never
    } else if sort == .time || (met == true && leaf.hold != nil) {
      // Time does not flap, and what has held for long enough need not settle as well.
      settle()
    } else {
      let latest = (now + view.settling(of: leaf, to: met)).uSec
      let due = min(settlesUSec, latest)
      if due <= now.uSec { settle() } else { settlesUSec = due }
    }
  }
}

/// What leaves look at.
struct ConditionView {
  var conditions: Conditions
  var zone: ZoneRules
  var moment: Moment
  /// How long what is seen must have been so, by the rules that hold.
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

  /// When the last of the fields began to say what it says; nil when none has ever said anything.
  func lastChange(of fields: ConditionFields) -> (wall: WallTime, monotonic: MonotonicTime)? {
    var last: (wall: WallTime, monotonic: MonotonicTime)?
    for field in fields.each {
      guard let change = since[field] else { continue }
      last = last.map { (max($0.wall, change.wall), max($0.monotonic, change.monotonic)) } ?? change
    }
    return last
  }

  func truth(of atom: ConditionAtom, at moment: Moment) -> Bool? {
    atom.truth(conditions, atom.isOfTime ? LocalTime(moment.wall, zone) : nil)
  }
}
