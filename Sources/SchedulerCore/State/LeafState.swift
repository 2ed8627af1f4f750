/// The state of an atom. The value seen is met when it has held for as long as the atom asks, and a met value
/// has settled when it has stayed for the settling time (R32). Only this type decides that: for kept atoms,
/// for atoms that are not kept, and for the times to come.
struct LeafState: Equatable {
  /// A time that never comes. Optionals would take half as much again, and there are thousands.
  private static let never = Int64.max

  /// The point since which the value is seen so.
  private var seenSince: MonotonicTime
  /// The date since which the value is met so, for people.
  private(set) var since: WallTime
  private var settlesUSec = never
  private var holdsUSec = never
  /// The date when time changes the value, or the point when the answer expires. An atom has at most one.
  private var boundUSec = never
  /// The atom's value as seen now, or `nil` when it is unknown.
  private var seen: Bool?
  /// The value with the atom's hold, which counts against a start at once.
  private(set) var met: Bool?
  /// The value that has been so for the settling time, which counts for a start and for stopping.
  private(set) var settled: Bool?
  private let sort: Sort

  private enum Sort {
    /// A source reports the atom.
    case reported
    /// The atom follows from the time.
    case time
    /// The atom has to be asked.
    case asked
  }

  /// The point at which the met value settles.
  var settles: MonotonicTime? { Self.point(settlesUSec) }
  /// The point at which the value will have held for long enough.
  var holds: MonotonicTime? { Self.point(holdsUSec) }
  /// The date at which time changes the value.
  var turns: WallTime? { sort == .time && boundUSec != Self.never ? WallTime(uSec: boundUSec) : nil }
  /// The point at which the answer stops counting.
  var expires: MonotonicTime? { sort == .asked ? Self.point(boundUSec) : nil }
  /// Whether the atom has to be asked, because no answer counts.
  var pends: Bool { sort == .asked && boundUSec == Self.never }

  /// The answer, or `nil` where the atom could not be asked, or was not.
  var answer: Bool? { sort == .asked ? seen : nil }

  private static func point(_ uSec: Int64) -> MonotonicTime? {
    uSec == never ? nil : MonotonicTime(uSec: uSec)
  }

  /// Creates the state of an atom that was not kept until now.
  /// - Parameter plain: The state of the same atom without the hold, if that is kept.
  init(_ leaf: ConditionLeaf, _ view: ConditionView, beside plain: LeafState? = nil) {
    sort = leaf.atom.isOfTime ? .time : leaf.atom.check != nil ? .asked : .reported
    let change = sort == .asked ? nil : view.lastChange(of: leaf.atom.fields)
    seenSince = change?.monotonic ?? view.settledBefore
    seen = sort == .asked ? nil : view.truth(of: leaf.atom, at: view.moment)
    met = seen
    since = view.moment.wall
    if leaf.hold != nil {
      // A value that comes has held for no time. One that goes settles with the same atom of a run, or work
      // would start that has to stop at once.
      settled = seen == true ? false : plain?.settled ?? seen
    } else {
      // A value of the first look had none before it; one that came later had the opposite before it.
      settled = seenSince <= view.settledBefore ? seen : seen.map { !$0 }
    }
    settlesUSec = (seenSince + view.settling(of: leaf, to: seen)).uSec
    noteTurn(leaf, view)
    pass(leaf, view, to: view.moment)
    since = change?.wall ?? view.moment.wall
  }

  /// The next point at which a value has held or settled for long enough.
  var nextTurn: MonotonicTime? { Self.point(min(holdsUSec, settlesUSec)) }

  /// The next point at which the atom has to be looked at.
  var nextPoint: MonotonicTime? {
    Self.point(min(holdsUSec, settlesUSec, sort == .asked ? boundUSec : Self.never))
  }

  func isDue(at moment: Moment) -> Bool {
    nextPoint.map { $0 <= moment.monotonic } ?? false || turns.map { $0 <= moment.wall } ?? false
  }

  /// Returns whether no answer counts at that point.
  func hasToBeAsked(at moment: MonotonicTime) -> Bool { pends || expires.map { $0 <= moment } ?? false }

  /// Returns whether the atom lets work that wants this value start, or go on.
  func counts(as wanted: Bool, for use: ExpressionUse) -> Bool {
    if use == .running { return settled != !wanted }
    // An atom that has to be asked, or could not be, counts for neither value.
    if sort == .asked, seen == nil { return false }
    return use == .waiting ? met == wanted && settled == wanted : met != !wanted && settled != !wanted
  }

  /// Takes in the atom's present value. The value until now has settled or held before that, if it lasted
  /// long enough, without a wake-up for it. A change counts from its own moment, even if the look comes a
  /// little later.
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

  /// Takes in an answer, which counts until `expires`. Nil means that it could not be asked.
  mutating func take(
    answer: Bool?, until expires: MonotonicTime, _ leaf: ConditionLeaf, _ view: ConditionView
  ) {
    boundUSec = expires.uSec
    see(answer, leaf, view)
  }

  /// Drops the answer, which does not count any more.
  mutating func forgetAnswer(_ leaf: ConditionLeaf, _ view: ConditionView) {
    boundUSec = Self.never
    see(nil, leaf, view)
  }

  private mutating func see(_ truth: Bool?, _ leaf: ConditionLeaf, _ view: ConditionView) {
    if truth != seen { (seen, seenSince) = (truth, view.moment.monotonic) }
    pass(leaf, view, to: view.moment)
  }

  /// Returns the state at a later moment, if only time passes.
  func later(_ leaf: ConditionLeaf, _ view: ConditionView, at moment: Moment) -> LeafState {
    var state = self
    if sort == .time { state.seen = view.truth(of: leaf.atom, at: moment) }
    state.pass(leaf, view, to: moment)
    return state
  }

  /// Takes the met value as settled, also at the first look, before which there was no value.
  mutating func settle() { (settled, settlesUSec) = (met, Self.never) }

  private mutating func noteTurn(_ leaf: ConditionLeaf, _ view: ConditionView) {
    guard sort == .time else { return }
    boundUSec = view.zone.nextChange(of: leaf.atom, after: view.moment.wall)?.uSec ?? Self.never
  }

  /// Works out the consequences of the seen value by this moment.
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
      // Time does not flap, and a value that has held for long enough need not settle as well.
      settle()
    } else {
      let latest = (now + view.settling(of: leaf, to: met)).uSec
      let due = min(settlesUSec, latest)
      if due <= now.uSec { settle() } else { settlesUSec = due }
    }
  }
}

/// The machine as atoms look at it.
struct ConditionView {
  var conditions: Conditions
  var zone: ZoneRules
  var moment: Moment
  /// The configuration, which has the settling times.
  var configuration: SchedulerConfiguration
  /// The moment of each field's last change.
  var since: [ConditionField: (wall: WallTime, monotonic: MonotonicTime)]
  /// The point of the first look at the machine: values that are older count as settled.
  var settledBefore: MonotonicTime

  /// Returns how long an atom must have a value before that counts.
  func settling(of leaf: ConditionLeaf, to value: Bool?) -> TimeSpan {
    leaf.atom.field.map { configuration.settling(of: $0, to: value ?? false) } ?? .zero
  }

  /// Returns how long the atom must hold, if it asks for that; at least the settling time.
  func hold(of leaf: ConditionLeaf) -> TimeSpan? {
    leaf.hold.map { max($0, settling(of: leaf, to: true)) }
  }

  /// Returns the last change of the fields, or `nil` when none was ever reported.
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
