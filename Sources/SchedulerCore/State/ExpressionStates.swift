/// The standings of the expressions that have users: tasks and callers that wait, runs that trust in them.
/// Equal expressions are kept once, and so are equal atoms: each is looked at once.
///
/// A change costs as much as there are atoms of the changed fields, and is taken in by slices. A standing
/// that is not up to date is worked out when it is asked for, so answers are always right. A batch that is
/// taken back leaves the standings, which follow from the machine: ``rollBack(_:)`` has changes told again
/// and atoms looked at again.
struct ExpressionStates {
  typealias Instant = ExpressionFuture.Instant

  /// The standing of an expression, as far as it has users for it.
  struct Standing: Equatable {
    /// The uses for which the expression lets work start.
    var isUsable: ExpressionUse = []
    /// The uses for which a check has to be asked now.
    var isAsking: ExpressionUse = []
    /// Whether the expression does not hold any more for runs.
    var isLost = false
    /// The instant when time alone lets work start that proceeds on unknown conditions.
    var nextProceeding: Instant?
    /// The same instant for work that waits on unknown conditions.
    var nextWaiting: Instant?
    /// The instant when time alone makes the expression lost, or not lost any more.
    var nextLoss: Instant?
    /// The instant when a check has to be asked again for runs.
    var nextCheck: Instant?

    /// Returns the instant when time alone lets work of this use start.
    func next(_ use: ExpressionUse) -> Instant? { use == .waiting ? nextWaiting : nextProceeding }
  }

  private struct Whole {
    let expression: ConditionExpression
    /// The numbers of the expression's atoms in the table, in their order.
    var leaves: [Int32]
    /// The uses that are wanted. An expression without any goes with the next commit.
    var uses: ExpressionUse
    var standing = Standing()
  }

  private var leaves = LeafTable()
  private var wholes = SlotTable<Whole>()
  private var slots = GradualDictionary<ConditionExpression, Int32>()
  /// The expressions in which runs trust, which are looked at before all others.
  private var trusted = SortedSet<Int32>()
  /// The next of these to look at, or `nil` when all were looked at since the last change.
  private var nextTrusted: Int32? = 0
  /// The expressions by when time alone loses or regains them for runs, and by when runs need new answers.
  private(set) var losses = InstantQueue()
  private(set) var checks = InstantQueue()
  /// The expressions without uses.
  private var leaving = SortedSet<Int32>()
  /// The expressions with changed atoms that were not evaluated since.
  private var unevaluated = SortedSet<Int32>()
  /// The expressions whose standing has changed since the last ``takeChanged()``.
  private(set) var changed = SortedSet<Int32>()
  /// The expressions that became lost, or not lost any more, since the last ``takeLost()``.
  private var lost = SortedSet<Int32>()
  /// The expressions that were added since the last commit.
  private var begun: [Int32] = []
  /// The expressions that were told as changed since the last commit.
  private var told = SortedSet<Int32>()
  /// The numbers of looks at atoms and of evaluations of expressions, which measure the cost.
  private(set) var looks = 0
  private(set) var evaluations = 0

  var isEmpty: Bool { wholes.isEmpty }

  /// The sum of looks and evaluations.
  var work: Int { looks + evaluations }

  var leafCount: Int { leaves.count }

  // MARK: Asking

  /// Returns the expression's present standing, or `nil` when it is not kept for this use.
  func standing(
    of expression: ConditionExpression, for use: ExpressionUse, _ view: ConditionView
  ) -> Standing? {
    guard let whole = whole(of: expression, for: use) else { return nil }
    guard isBehind(view.moment) else { return whole.standing }
    return Self.standing(of: whole, states: whole.leaves.map { leaves.state($0, view) }, view)
  }

  /// Returns the standing at the last evaluation; a change of that is told.
  func kept(_ expression: ConditionExpression) -> Standing? {
    slots[expression].flatMap { wholes[$0]?.standing }
  }

  /// Returns the standing at the last evaluation, or `nil` when it is not kept for this use.
  func kept(_ expression: ConditionExpression, for use: ExpressionUse) -> Standing? {
    whole(of: expression, for: use)?.standing
  }

  private func whole(of expression: ConditionExpression, for use: ExpressionUse) -> Whole? {
    guard let slot = slots[expression], let whole = wholes[slot], whole.uses.contains(use) else { return nil }
    return whole
  }

  /// Returns the atom's present state, whether or not it is kept.
  func state(of leaf: ConditionLeaf, _ view: ConditionView) -> LeafState {
    leaves.slot(of: leaf).map { leaves.state($0, view) } ?? LeafState(leaf, view, beside: plain(leaf, view))
  }

  /// Returns the state of the same atom without the hold, if that is kept: it knows what was before.
  private func plain(_ leaf: ConditionLeaf, _ view: ConditionView) -> LeafState? {
    guard leaf.hold != nil else { return nil }
    return leaves.slot(of: ConditionLeaf(leaf.atom)).map { leaves.state($0, view) }
  }

  /// Returns the last finding of the check, if that still counts.
  func finding(of check: ConditionCheck, _ view: ConditionView) -> CheckFinding? {
    leaves.slot(of: ConditionLeaf(.check(check))).flatMap { leaves.finding($0, view) }
  }

  /// Whether a change or the passing of time was not taken in.
  func isBehind(_ moment: Moment) -> Bool {
    !isEmpty && (!unevaluated.isEmpty || leaves.isBehind(moment))
  }

  /// Returns the expression with this number.
  func expression(_ slot: Int32) -> ConditionExpression? { wholes[slot]?.expression }

  /// Returns the expressions whose standing has changed since the last call.
  mutating func takeChanged() -> [ConditionExpression] {
    guard !changed.isEmpty else { return [] }
    let slots = changed.elements
    for slot in slots { told.insert(slot) }
    changed = SortedSet()
    return slots.compactMap { wholes[$0]?.expression }
  }

  /// Returns the expressions that became lost, or not lost any more, since the last call.
  mutating func takeLost() -> [ConditionExpression] {
    guard !lost.isEmpty else { return [] }
    defer { lost = SortedSet() }
    return lost.elements.compactMap { wholes[$0]?.expression }
  }

  /// Whether ``takeLost()`` has an expression to return.
  var hasLost: Bool { !lost.isEmpty }

  // MARK: Following

  /// Keeps an expression for these uses, or lets it go when there are none. One that is kept stays in place.
  mutating func follow(_ expression: ConditionExpression, _ uses: ExpressionUse, _ view: ConditionView) {
    if let slot = slots[expression] {
      wholes.change(slot) { $0.uses = uses }
      leaving.set(slot, isThere: uses.isEmpty)
      trusted.set(slot, isThere: uses.contains(.running))
      if !uses.isEmpty { refresh(slot, view) }
    } else if !uses.isEmpty {
      leaves.noteLook(at: view.moment)
      let slot = wholes.insert(Whole(expression: expression, leaves: [], uses: uses))
      slots[expression] = slot
      begun.append(slot)
      trusted.set(slot, isThere: uses.contains(.running))
      let places = expression.leaves.enumerated().map { number, leaf in
        let plain = plain(leaf, view)
        return leaves.keep(leaf, for: slot, of: expression, number) { LeafState(leaf, view, beside: plain) }
      }
      wholes.change(slot) { $0.leaves = places }
      refresh(slot, view)
    }
  }

  /// Commits changes that were told, and forgets expressions without uses.
  /// - Parameter uses: Returns the wanted uses; a batch that was taken back may want an expression again.
  mutating func commit(_ uses: (ConditionExpression) -> ExpressionUse) {
    leaves.commit()
    if !begun.isEmpty { begun = [] }
    if !told.isEmpty { told = SortedSet() }
    while let slot = leaving.first {
      leaving.remove(slot)
      if let whole = wholes[slot], uses(whole.expression).isEmpty { forget(slot, whole) }
    }
  }

  private mutating func forget(_ slot: Int32, _ whole: Whole) {
    queue(whole.standing, of: slot, isThere: false)
    wholes.remove(slot)
    slots[whole.expression] = nil
    trusted.remove(slot)
    unevaluated.remove(slot)
    changed.remove(slot)
    lost.remove(slot)
    for leaf in whole.leaves {
      leaves.letGo(leaf, of: slot) { [wholes] other in wholes[other].map { ($0.expression, $0.leaves) } }
    }
  }

  /// Takes back all since the last commit: told changes are told again, looks at atoms are undone, and new
  /// expressions are not kept.
  /// - Parameter uses: Returns the wanted uses of an expression.
  mutating func rollBack(_ uses: (ConditionExpression) -> ExpressionUse) {
    for leaf in leaves.rollBack() { takeUsers(of: leaf) }
    for slot in told.elements { changed.insert(slot) }
    told = SortedSet()
    for slot in begun {
      guard let whole = wholes[slot], uses(whole.expression).isEmpty else { continue }
      leaving.remove(slot)
      forget(slot, whole)
    }
    begun = []
  }

  // MARK: Taking in

  /// Notes that these fields have changed.
  mutating func changed(_ fields: [ConditionField], from before: Conditions, to after: Conditions) {
    nextTrusted = 0
    if !isEmpty { leaves.changed(fields, from: before, to: after) }
  }

  /// Notes that the clock or its zone was set, or that the clocks have moved apart while the machine slept.
  mutating func clockChanged() {
    nextTrusted = 0
    leaves.clockChanged()
  }

  /// Has all atoms looked at again and no answer count, because the settling times have changed or the
  /// answers are old.
  mutating func forgetAnswers() {
    nextTrusted = 0
    leaves.forgetAnswers()
  }

  /// Takes in an answer that counts until `expires`, for as many expressions as the slice allows. Returns
  /// whether an `isUsable` or `isLost` has changed.
  mutating func take(
    _ finding: CheckFinding, of check: ConditionCheck, until expires: MonotonicTime, _ view: ConditionView,
    _ slice: inout Slice
  ) -> Bool {
    guard let leaf = leaves.slot(of: ConditionLeaf(.check(check))) else { return false }
    leaves.take(finding, until: expires, leaf, view)
    takeUsers(of: leaf)
    return evaluateMore(view, &slice)
  }

  /// Takes in changes and the passing of time, as the slice allows. Returns whether an `isUsable` or `isLost`
  /// has changed, or a loss was found at an earlier look.
  mutating func settle(_ view: ConditionView, _ slice: inout Slice) -> Bool {
    var isChanged = hasLost
    guard isBehind(view.moment) else { return isChanged }
    // Runs come first: they are not to go on for the sake of waiting tasks.
    while !slice.isSpent, let next = nextTrusted {
      let slot = trusted.first(from: next)
      nextTrusted = slot.map { $0 + 1 }
      guard let slot, look(at: slot, view) || unevaluated.contains(slot) else { continue }
      slice.spend(wholes[slot]?.leaves.count ?? 1)
      if evaluate(slot, view) { isChanged = true }
    }
    while !slice.isSpent, let leaf = leaves.lookAtNext(view) {
      looks += 1
      slice.spend(1)
      if leaf.isChanged { takeUsers(of: leaf.slot) }
    }
    if evaluateMore(view, &slice) { isChanged = true }
    // The next passing of time is taken in in this order again.
    if !isBehind(view.moment) { nextTrusted = 0 }
    return isChanged
  }

  /// Evaluates expressions with changed atoms. Returns whether an `isUsable` or `isLost` has changed.
  private mutating func evaluateMore(_ view: ConditionView, _ slice: inout Slice) -> Bool {
    var isChanged = false
    while !slice.isSpent, let slot = unevaluated.first {
      slice.spend(wholes[slot]?.leaves.count ?? 1)
      if evaluate(slot, view) { isChanged = true }
    }
    return isChanged
  }

  /// Takes each atom's present value as settled.
  mutating func settleAll(_ view: ConditionView) {
    leaves.settleAll()
    for slot in Array(wholes.slots) { evaluate(slot, view) }
  }

  private mutating func takeUsers(of leaf: Int32) {
    leaves.forEachUser(of: leaf) { unevaluated.insert($0) }
  }

  /// Takes in one expression's atoms. Returns whether its `isUsable` or `isLost` has changed.
  @discardableResult
  mutating func refresh(_ expression: ConditionExpression, _ view: ConditionView) -> Bool {
    slots[expression].map { refresh($0, view) } ?? false
  }

  @discardableResult
  private mutating func refresh(_ slot: Int32, _ view: ConditionView) -> Bool {
    look(at: slot, view)
    return evaluate(slot, view)
  }

  /// Looks at the expression's atoms, and returns whether one of them has changed.
  @discardableResult
  private mutating func look(at slot: Int32, _ view: ConditionView) -> Bool {
    var isChanged = false
    for leaf in wholes[slot]?.leaves ?? [] where leaves.look(at: leaf, view) {
      looks += 1
      takeUsers(of: leaf)
      isChanged = true
    }
    return isChanged
  }

  /// Evaluates the expression. Returns whether its `isUsable` or `isLost` has changed.
  @discardableResult
  private mutating func evaluate(_ slot: Int32, _ view: ConditionView) -> Bool {
    unevaluated.remove(slot)
    guard let whole = wholes[slot] else { return false }
    evaluations += 1
    let before = whole.standing
    let now = Self.standing(of: whole, states: whole.leaves.map { leaves.kept($0) }, view)
    guard now != before else { return false }
    queue(before, of: slot, isThere: false)
    wholes.change(slot) { $0.standing = now }
    queue(now, of: slot, isThere: true)
    changed.insert(slot)
    if now.isLost != before.isLost { lost.insert(slot) }
    return now.isUsable != before.isUsable || now.isLost != before.isLost
  }

  private mutating func queue(_ standing: Standing, of slot: Int32, isThere: Bool) {
    losses.set(standing.nextLoss, of: slot, isThere: isThere)
    checks.set(standing.nextCheck, of: slot, isThere: isThere)
  }

  /// Works out the standing, as far as it has uses.
  private static func standing(of whole: Whole, states: [LeafState], _ view: ConditionView) -> Standing {
    let future = ExpressionFuture(whole.expression, states, view)
    let hasChecks = whole.expression.hasChecks
    var standing = Standing()
    for use in [ExpressionUse.proceeding, .waiting] where whole.uses.contains(use) {
      if future.isUsable(for: use) {
        standing.isUsable.insert(use)
        continue
      }
      let next = future.nextUsable(for: use)
      if use == .waiting { standing.nextWaiting = next } else { standing.nextProceeding = next }
      if hasChecks, !future.checks(for: use).isEmpty { standing.isAsking.insert(use) }
    }
    guard whole.uses.contains(.running) else { return standing }
    standing.isLost = future.isLost()
    standing.nextLoss = future.nextLoss()
    guard hasChecks else { return standing }
    if !future.checksWhileRunning().isEmpty { standing.isAsking.insert(.running) }
    standing.nextCheck = future.nextCheckWhileRunning()
    return standing
  }
}

/// The uses for which an expression is kept.
struct ExpressionUse: OptionSet, Hashable {
  let rawValue: UInt8

  /// The start of work for which unknown conditions count as wanted.
  static let proceeding = ExpressionUse(rawValue: 1)
  /// The start of work that waits while conditions are unknown.
  static let waiting = ExpressionUse(rawValue: 2)
  /// The stop of runs.
  static let running = ExpressionUse(rawValue: 4)

  /// Returns the use for the start of such work.
  static func start(waitsForUnknown: Bool) -> ExpressionUse { waitsForUnknown ? .waiting : .proceeding }
}
