/// The atoms of all kept expressions, each once, and those among them to be looked at again.
struct LeafTable {
  private struct Record {
    var state: LeafState
    /// The number of ``home``.
    var user: Int32
    /// An expression that has the atom, from which the record reads it.
    var home: ConditionExpression
    /// The index of the atom in ``home``.
    var number: UInt8
    /// Whether other expressions have the atom as well: all their numbers are in ``LeafTable/crowds``.
    var isShared = false

    var leaf: ConditionLeaf { home.leaves[Int(number)] }
  }

  /// An atom under half the hash of a name.
  private struct Named: Comparable {
    var hash: UInt32
    var slot: Int32

    static func < (left: Named, right: Named) -> Bool { (left.hash, left.slot) < (right.hash, right.slot) }
  }

  /// A pass over atoms, which has not looked at those after ``last``.
  private struct Sweep {
    enum Scope: Equatable {
      case all
      /// The atoms that depend on the wall clock.
      case dates
      /// The atoms that depend on the field, names apart.
      case field(ConditionField)
      /// The atoms that ask about a name of the field.
      case names(ConditionField)
    }

    let scope: Scope
    var last: Int32 = -1
  }

  private var records = SlotTable<Record>()
  /// The expressions that have an atom, where they are several. Mostly it is one, and a set of one takes more
  /// room than all the rest.
  private var crowds: [Int32: SortedSet<Int32>] = [:]
  /// The states at the last commit of the atoms that have changed since.
  private var committed: [Int32: LeafState] = [:]
  private var index = HashIndex<ConditionLeaf, Int32>()
  private var byField: [ConditionField: SortedSet<Int32>] = [:]
  private var named: [ConditionField: SortedSet<Int32>] = [:]
  private var byName: [ConditionField: SortedSet<Named>] = [:]
  private var dated = SortedSet<Int32>()
  private var words = AnswerWords()
  /// The atoms by the next point at which they settle, have held for long enough, or lose their answer.
  private var nextPoints = SortedSet<Timed<MonotonicTime, Int32>>()
  /// The atoms by the next date at which time changes their value.
  private var nextDates = SortedSet<Timed<WallTime, Int32>>()
  private var sweeps: [Sweep] = []
  private var single = SortedSet<Int32>()
  /// The latest date of a look, since the clock was last seen to be set back.
  private var seen: WallTime?
  /// The value of ``seen`` at the last commit: atoms whose looks are taken back are as they were then.
  private var committedSeen: WallTime?

  var count: Int { records.count }

  // MARK: Asking

  func slot(of leaf: ConditionLeaf) -> Int32? { index.number(of: leaf) { records[$0]?.leaf } }

  /// Returns the atom's state at the last look.
  func kept(_ slot: Int32) -> LeafState {
    guard let record = records[slot] else { preconditionFailure("there is no leaf \(slot)") }
    return record.state
  }

  /// Returns the atom's present state.
  func state(_ slot: Int32, _ view: ConditionView) -> LeafState {
    guard let record = records[slot] else { preconditionFailure("there is no leaf \(slot)") }
    return state(record, slot, view)
  }

  private func state(_ record: Record, _ slot: Int32, _ view: ConditionView) -> LeafState {
    var state = record.state
    let isStale = isStale(record, slot, view.moment)
    guard isStale || state.isDue(at: view.moment) else { return state }
    let leaf = record.leaf
    if isStale, leaf.atom.check != nil { state.forgetAnswer(leaf, view) }
    state.look(leaf, view)
    return state
  }

  /// Returns whether the atom was not looked at since its fields have changed.
  private func isStale(_ record: Record, _ slot: Int32, _ moment: Moment) -> Bool {
    if single.contains(slot) { return true }
    let isOfTime = record.state.turns != nil
    if isOfTime, isSetBack(moment) { return true }
    return sweeps.contains { sweep in
      guard slot > sweep.last else { return false }
      switch sweep.scope {
      case .all: return true
      case .dates: return isOfTime
      case .field(let field):
        return record.leaf.atom.awaitedName == nil && record.leaf.atom.fields.contains(field)
      case .names(let field): return record.leaf.atom.awaitedName?.field == field
      }
    }
  }

  private func isSetBack(_ moment: Moment) -> Bool { seen.map { moment.wall < $0 } ?? false }

  /// Returns the last finding of the atom's check, if that still counts.
  func finding(_ slot: Int32, _ view: ConditionView) -> CheckFinding? {
    let state = state(slot, view)
    guard state.expires != nil else { return nil }
    return CheckFinding(holds: state.answer, words: words[slot] ?? Self.usualWords(state.answer))
  }

  private static func usualWords(_ answer: Bool?) -> String { answer == true ? "yes" : "no" }

  /// Returns whether any atom is to be looked at again.
  func isBehind(_ moment: Moment) -> Bool {
    !single.isEmpty || !sweeps.isEmpty || isSetBack(moment)
      || nextPoints.first.map { $0.time <= moment.monotonic } ?? false
      || nextDates.first.map { $0.time <= moment.wall } ?? false
  }

  func forEachUser(of slot: Int32, _ body: (Int32) -> Void) {
    guard let record = records[slot] else { return }
    if record.isShared { crowds[slot]?.forEach(body) } else { body(record.user) }
  }

  // MARK: Keeping

  /// Notes a look at an atom, which is the first one while the table is empty.
  mutating func noteLook(at moment: Moment) {
    seen = records.isEmpty ? moment.wall : max(seen ?? moment.wall, moment.wall)
  }

  /// Keeps the atom for an expression, in which it has this index.
  mutating func keep(
    _ leaf: ConditionLeaf, for user: Int32, of expression: ConditionExpression, _ number: Int,
    _ state: () -> LeafState
  ) -> Int32 {
    if let slot = slot(of: leaf) {
      let other = records.change(slot) { record in
        record.isShared = true
        return record.user
      }
      for each in [other, user] { crowds[slot, default: SortedSet()].insert(each) }
      return slot
    }
    let record = Record(state: state(), user: user, home: expression, number: UInt8(number))
    let slot = records.insert(record)
    index.insert(slot, as: leaf) { [records] in records[$0]?.leaf }
    setKeys(of: slot, from: nil, to: record.state)
    setPlaces(of: slot, leaf, isThere: true)
    return slot
  }

  /// Ends an expression's use of the atom.
  /// - Parameter others: Returns another expression by its number, with its atoms' numbers in their order.
  mutating func letGo(
    _ slot: Int32, of user: Int32, _ others: (Int32) -> (expression: ConditionExpression, leaves: [Int32])?
  ) {
    guard let record = records[slot] else { return }
    crowds[slot]?.remove(user)
    guard let left = crowds[slot], let next = left.first, let other = others(next),
      let number = other.leaves.firstIndex(of: slot)
    else { return remove(slot, record) }
    let isShared = left.count > 1
    if !isShared { crowds[slot] = nil }
    records.change(slot) {
      ($0.user, $0.isShared) = (next, isShared)
      ($0.home, $0.number) = (other.expression, UInt8(number))
    }
  }

  private mutating func remove(_ slot: Int32, _ record: Record) {
    let leaf = record.leaf
    index.remove(slot, as: leaf)
    setKeys(of: slot, from: record.state, to: nil)
    setPlaces(of: slot, leaf, isThere: false)
    words.remove(slot)
    single.remove(slot)
    crowds[slot] = nil
    records.remove(slot)
  }

  private mutating func setPlaces(of slot: Int32, _ leaf: ConditionLeaf, isThere: Bool) {
    if leaf.atom.isOfTime { dated.set(slot, isThere: isThere) }
    guard let (field, name) = leaf.atom.awaitedName else {
      for field in leaf.atom.fields.each { byField[field, default: SortedSet()].set(slot, isThere: isThere) }
      return
    }
    named[field, default: SortedSet()].set(slot, isThere: isThere)
    byName[field, default: SortedSet()].set(Named(hash: Self.hash(name), slot: slot), isThere: isThere)
  }

  private static func hash(_ name: String) -> UInt32 { UInt32(truncatingIfNeeded: name.hashValue) }

  private mutating func setKeys(of slot: Int32, from old: LeafState?, to new: LeafState?) {
    let (oldPoint, newPoint) = (old?.nextPoint, new?.nextPoint)
    if oldPoint != newPoint {
      if let oldPoint { nextPoints.remove(Timed(oldPoint, slot)) }
      if let newPoint { nextPoints.insert(Timed(newPoint, slot)) }
    }
    let (oldDate, newDate) = (old?.turns, new?.turns)
    if oldDate != newDate {
      if let oldDate { nextDates.remove(Timed(oldDate, slot)) }
      if let newDate { nextDates.insert(Timed(newDate, slot)) }
    }
  }

  private mutating func put(_ state: LeafState, at slot: Int32) -> Bool {
    let old = kept(slot)
    guard state != old else { return false }
    if committed[slot] == nil { committed[slot] = old }
    set(state, at: slot, from: old)
    return true
  }

  private mutating func set(_ state: LeafState, at slot: Int32, from old: LeafState) {
    setKeys(of: slot, from: old, to: state)
    records.change(slot) { $0.state = state }
  }

  // MARK: Committing

  /// Commits the present states, to which a later batch is taken back.
  mutating func commit() {
    committedSeen = seen
    if !committed.isEmpty { committed = [:] }
  }

  /// Takes back the looks since the last commit, and returns the atoms that have changed by that. These are
  /// looked at again: the change that the look has found may be older than the commit.
  mutating func rollBack() -> [Int32] {
    for (slot, state) in committed {
      set(state, at: slot, from: kept(slot))
      single.insert(slot)
    }
    if let committedSeen { seen = max(seen ?? committedSeen, committedSeen) }
    defer { committed = [:] }
    return Array(committed.keys)
  }

  // MARK: Looking

  /// Looks at the atom if there is reason to, and returns whether it has changed.
  mutating func look(at slot: Int32, _ view: ConditionView) -> Bool {
    noteLook(at: view.moment)
    return put(state(slot, view), at: slot)
  }

  /// Looks at the next atom that there is reason to look at, or returns `nil` when there is none.
  mutating func lookAtNext(_ view: ConditionView) -> (slot: Int32, isChanged: Bool)? {
    if isSetBack(view.moment) { clockChanged() }
    seen = view.moment.wall
    guard let (slot, isMoved) = next(at: view.moment) else { return nil }
    defer { single.remove(slot) }
    return (slot, look(at: slot, view) || isMoved)
  }

  /// - Returns: The atom's number, and whether its dates have moved against all else that time brings: then
  ///   expressions come out differently, although the atom's value is the same.
  private mutating func next(at moment: Moment) -> (slot: Int32, isMoved: Bool)? {
    if let slot = single.first { return (slot, false) }
    if let due = nextPoints.first, due.time <= moment.monotonic { return (due.subject, false) }
    if let due = nextDates.first, due.time <= moment.wall { return (due.subject, false) }
    while let sweep = sweeps.first {
      guard let slot = slot(after: sweep.last, in: sweep.scope) else {
        sweeps.removeFirst()
        continue
      }
      // The atom is stale until it is looked at, which is now.
      single.insert(slot)
      sweeps[0].last = slot
      return (slot, sweep.scope == .dates)
    }
    return nil
  }

  private func slot(after last: Int32, in scope: Sweep.Scope) -> Int32? {
    switch scope {
    case .all: return (last + 1..<max(records.end, last + 1)).first { records[$0] != nil }
    case .dates: return dated.first(after: last)
    case .field(let field): return byField[field]?.first(after: last)
    case .names(let field): return named[field]?.first(after: last)
    }
  }

  // MARK: What has changed

  mutating func changed(_ fields: [ConditionField], from before: Conditions, to after: Conditions) {
    for field in fields where byField[field]?.isEmpty == false { sweep(.field(field)) }
    for field in ConditionField.ofNames where named[field]?.isEmpty == false {
      switch (before.knownNames(field), after.knownNames(field)) {
      case (let old?, let new?):
        for name in old.symmetricDifference(new) { lookAtLeaves(of: name, in: field) }
      case (nil, nil): break
      default: sweep(.names(field))
      }
    }
  }

  /// Marks the atoms that ask about this name; the others keep their values.
  private mutating func lookAtLeaves(of name: String, in field: ConditionField) {
    let hash = Self.hash(name)
    var last = Named(hash: hash, slot: -1)
    while let found = byName[field]?.first(after: last), found.hash == hash {
      single.insert(found.slot)
      last = found
    }
  }

  mutating func clockChanged() { if !dated.isEmpty { sweep(.dates) } }

  mutating func forgetAnswers() { if !records.isEmpty { sweep(.all) } }

  private mutating func sweep(_ scope: Sweep.Scope) {
    sweeps.removeAll { $0.scope == scope }
    sweeps.append(Sweep(scope: scope))
  }

  /// Takes in the finding of the atom's check.
  mutating func take(
    _ finding: CheckFinding, until expires: MonotonicTime, _ slot: Int32, _ view: ConditionView
  ) {
    guard let leaf = records[slot]?.leaf else { return }
    var state = kept(slot)
    state.take(answer: finding.holds, until: expires, leaf, view)
    _ = put(state, at: slot)
    if finding.words == Self.usualWords(finding.holds) {
      words.remove(slot)
    } else if let uid = leaf.atom.check?.uid {
      words.keep(finding.words, of: uid, for: slot)
    }
  }

  /// Takes each atom's present value as settled.
  mutating func settleAll() {
    for slot in Array(records.slots) {
      var state = kept(slot)
      state.settle()
      _ = put(state, at: slot)
    }
  }
}

extension Conditions {
  /// Returns the names of the field that are there, or `nil` while unknown. Without a network there are none
  /// of networks.
  fileprivate func knownNames(_ field: ConditionField) -> Set<String>? {
    if field == .networkNames, network == .none { return [] }
    guard case .names(let names) = self[field] else { return nil }
    return names
  }
}
