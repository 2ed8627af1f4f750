/// What the expressions say for which somebody waits, or in which a run trusts, and which of it counts
/// already. Expressions that are the same are one, and so are leaves: each is looked at once.
///
/// A change costs as much as there are leaves about what has changed, and is taken in slices where that is
/// much. What is not taken in yet is looked at when it is asked for, so answers are right at every time.
/// Nothing here is taken back with a batch: it follows from the machine, and ``rollBack()`` only has it said
/// again.
struct ExpressionStates {
  typealias Instant = ExpressionFuture.Instant

  /// What an expression says, as far as somebody wants to know it.
  struct Standing: Equatable {
    /// For whom it lets work start.
    var isUsable: ExpressionUse = []
    /// Something has to be asked now for these.
    var isAsking: ExpressionUse = []
    /// It does not hold any more, for what runs.
    var isLost = false
    /// When time alone will let it be usable for work that takes what nobody knows for good.
    var nextProceeding: Instant?
    /// The same for work that does not.
    var nextWaiting: Instant?
    /// When time alone will make it lost, or not lost any more.
    var nextLoss: Instant?
    /// When something has to be asked again for what runs.
    var nextCheck: Instant?

    /// When time alone lets it start something.
    func next(_ use: ExpressionUse) -> Instant? { use == .waiting ? nextWaiting : nextProceeding }
  }

  private struct Whole {
    let expression: ConditionExpression
    /// Where its leaves are, in their order.
    var leaves: [Int32]
    /// Who wants to know. Nobody: it goes with the next commit.
    var uses: ExpressionUse
    var standing = Standing()
  }

  private var leaves = LeafTable()
  private var wholes = SlotTable<Whole>()
  private var slots: [ConditionExpression: Int32] = [:]
  /// The expressions in which runs trust: what they say counts at once.
  private var trusted = SortedSet<Int32>()
  /// Which of these is to be looked at next, before all else; nil when all were since something changed.
  private var nextTrusted: Int32? = 0
  /// Expressions of which time alone changes what runs, and those of which something is asked anew for it.
  private(set) var losses = InstantQueue()
  private(set) var checks = InstantQueue()
  /// Nobody wants to know these any more.
  private var leaving = SortedSet<Int32>()
  /// Leaves of these say something else, and that is not taken in yet.
  private var unevaluated = SortedSet<Int32>()
  /// The expressions that say something else than when that was asked last.
  private var changed = SortedSet<Int32>()
  /// Expressions that are lost now and were not, or the other way round, since that was asked last.
  private var lost = SortedSet<Int32>()
  /// Expressions that are kept since the last commit.
  private var begun: [Int32] = []
  /// Those that were said to since the last commit.
  private var told = SortedSet<Int32>()
  /// How many leaves were looked at, and how many expressions were gone through: what all this costs.
  private(set) var looks = 0
  private(set) var evaluations = 0

  var isEmpty: Bool { wholes.isEmpty }

  /// All of that together.
  var work: Int { looks + evaluations }

  var leafCount: Int { leaves.count }

  // MARK: Asking

  /// What the expression says; nil where nobody wants to know that for this use.
  func standing(
    of expression: ConditionExpression, for use: ExpressionUse, _ view: ConditionView
  ) -> Standing? {
    guard let whole = whole(of: expression, for: use) else { return nil }
    guard isBehind(view) else { return whole.standing }
    return Self.standing(of: whole, states: whole.leaves.map { leaves.state($0, view) }, view)
  }

  /// What the expression said when it was gone through last, which is told when it is something else.
  func kept(_ expression: ConditionExpression) -> Standing? {
    slots[expression].flatMap { wholes[$0]?.standing }
  }

  /// The same; nil where nobody wants to know that for this use.
  func kept(_ expression: ConditionExpression, for use: ExpressionUse) -> Standing? {
    whole(of: expression, for: use)?.standing
  }

  private func whole(of expression: ConditionExpression, for use: ExpressionUse) -> Whole? {
    guard let slot = slots[expression], let whole = wholes[slot], whole.uses.contains(use) else { return nil }
    return whole
  }

  /// The expression as it will be, if nothing but time goes by.
  func future(of expression: ConditionExpression, _ view: ConditionView) -> ExpressionFuture {
    ExpressionFuture(expression, expression.leaves.map { state(of: $0, view) }, view)
  }

  /// A leaf as it is now, whether or not somebody waits for it.
  func state(of leaf: ConditionLeaf, _ view: ConditionView) -> LeafState {
    leaves.slot(of: leaf).map { leaves.state($0, view) } ?? LeafState(leaf, view)
  }

  /// What was found when the check was asked last, if that still counts.
  func finding(of check: ConditionCheck, _ view: ConditionView) -> CheckFinding? {
    leaves.slot(of: ConditionLeaf(.check(check))).flatMap { leaves.finding($0, view) }
  }

  /// Somebody waits for what the check would say.
  func awaits(_ check: ConditionCheck) -> Bool { leaves.slot(of: ConditionLeaf(.check(check))) != nil }

  /// Something is not taken in yet, or time has brought something.
  private func isBehind(_ view: ConditionView) -> Bool {
    !isEmpty && (!unevaluated.isEmpty || leaves.isBehind(view.moment))
  }

  /// The expression of this number.
  func expression(_ slot: Int32) -> ConditionExpression? { wholes[slot]?.expression }

  /// The expressions that say something else than at the last call.
  mutating func takeChanged() -> [ConditionExpression] {
    guard !changed.isEmpty else { return [] }
    let slots = changed.elements
    for slot in slots { told.insert(slot) }
    changed = SortedSet()
    return slots.compactMap { wholes[$0]?.expression }
  }

  /// The expressions that are lost now and were not, or the other way round, since the last call.
  mutating func takeLost() -> [ConditionExpression] {
    guard !lost.isEmpty else { return [] }
    defer { lost = SortedSet() }
    return lost.elements.compactMap { wholes[$0]?.expression }
  }

  /// An expression is lost now that was not, or the other way round, and nobody has asked since.
  var hasLost: Bool { !lost.isEmpty }

  // MARK: Following

  /// Begins to keep an expression for these uses, or ends it. What is kept already stays as it is.
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
        leaves.keep(leaf, for: slot, of: expression, number) { LeafState(leaf, view) }
      }
      wholes.change(slot) { $0.leaves = places }
      refresh(slot, view)
    }
  }

  /// What was told is on disk, and what nobody wants to know any more goes.
  /// - Parameter uses: What is wanted of an expression; a batch that was taken back may want it again.
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

  /// Takes back what is not on disk: what was told is told again, what was seen meanwhile was not seen, and
  /// what somebody began to want to know is not kept.
  /// - Parameter uses: What is wanted of an expression.
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

  /// These fields say something else now.
  mutating func changed(_ fields: [ConditionField], from before: Conditions, to after: Conditions) {
    nextTrusted = 0
    if !isEmpty { leaves.changed(fields, from: before, to: after) }
  }

  /// The clock or its zone was set, or the clocks have moved apart while the machine slept.
  mutating func clockChanged() {
    nextTrusted = 0
    leaves.clockChanged()
  }

  /// What counts when has changed, or what was asked is long ago: all is looked at again, and nothing that
  /// was answered counts.
  mutating func forgetAnswers() {
    nextTrusted = 0
    leaves.forgetAnswers()
  }

  /// An answer, which counts until then. Returns whether an expression says something else.
  mutating func take(
    _ finding: CheckFinding, of check: ConditionCheck, until expires: MonotonicTime, _ view: ConditionView
  ) -> Bool {
    guard let leaf = leaves.slot(of: ConditionLeaf(.check(check))) else { return false }
    leaves.take(finding, until: expires, leaf, view)
    takeUsers(of: leaf)
    var isChanged = false
    for slot in unevaluated.elements { if evaluate(slot, view) { isChanged = true } }
    return isChanged
  }

  /// Takes in what has changed and what time has brought, as much as the slice allows. Returns whether an
  /// expression says something else now, or said so when somebody looked at it before.
  mutating func settle(_ view: ConditionView, _ slice: inout Slice) -> Bool {
    var isChanged = hasLost
    guard isBehind(view) else { return isChanged }
    // What runs is not to go on for the sake of what waits.
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
    while !slice.isSpent, let slot = unevaluated.first {
      slice.spend(wholes[slot]?.leaves.count ?? 1)
      if evaluate(slot, view) { isChanged = true }
    }
    // What time brings next is looked at in this order again.
    if !isBehind(view) { nextTrusted = 0 }
    return isChanged
  }

  /// Something is left for the next slice.
  func hasMore(at moment: Moment) -> Bool {
    !isEmpty && (!unevaluated.isEmpty || leaves.isBehind(moment))
  }

  /// Takes what is seen now as settled.
  mutating func settleAll(_ view: ConditionView) {
    leaves.settleAll()
    for slot in Array(wholes.slots) { evaluate(slot, view) }
  }

  private mutating func takeUsers(of leaf: Int32) {
    leaves.forEachUser(of: leaf) { unevaluated.insert($0) }
  }

  /// Takes in all that one expression asks about. Returns whether it says something else.
  @discardableResult
  mutating func refresh(_ expression: ConditionExpression, _ view: ConditionView) -> Bool {
    slots[expression].map { refresh($0, view) } ?? false
  }

  @discardableResult
  private mutating func refresh(_ slot: Int32, _ view: ConditionView) -> Bool {
    look(at: slot, view)
    return evaluate(slot, view)
  }

  /// Looks at its leaves. Returns whether one of them says something else.
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

  /// Returns whether it says something else.
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

  /// What nobody wants to know is not worked out.
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

/// For what somebody wants to know what an expression says.
struct ExpressionUse: OptionSet, Hashable {
  let rawValue: UInt8

  /// To start work that takes what nobody knows for good.
  static let proceeding = ExpressionUse(rawValue: 1)
  /// To start work that does not.
  static let waiting = ExpressionUse(rawValue: 2)
  /// To stop what runs.
  static let running = ExpressionUse(rawValue: 4)

  /// To start work of this sort.
  static func start(waitsForUnknown: Bool) -> ExpressionUse { waitsForUnknown ? .waiting : .proceeding }
}
