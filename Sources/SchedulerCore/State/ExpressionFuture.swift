/// An expression's future if only time passes.
struct ExpressionFuture {
  /// A moment to come, by the clock that brings it.
  enum Instant: Equatable {
    case point(MonotonicTime)
    case date(WallTime)
  }

  /// Returns whether the state of the atom with this number counts as wanted at a point.
  private typealias Counting = (_ atom: Int, LeafState, MonotonicTime, _ wanted: Bool) -> Bool

  private let expression: ConditionExpression
  private let view: ConditionView
  /// The present states of the expression's atoms, in their order.
  private let states: [LeafState]

  init(_ expression: ConditionExpression, _ states: [LeafState], _ view: ConditionView) {
    self.expression = expression
    self.states = states
    self.view = view
  }

  func isUsable(for use: ExpressionUse) -> Bool { holds(Self.counting(for: use)) }

  func isLost() -> Bool { !holds(Self.counting(for: .running)) }

  /// Returns when time alone lets work start or lets answers do so, or when to search again; `nil` also when
  /// answers could now.
  func nextUsable(for use: ExpressionUse) -> Instant? { search(for: use)?.instant }

  /// Returns when time alone lets work start; `nil` also when the search has only paused.
  func forecast(for use: ExpressionUse) -> Instant? {
    search(for: use).flatMap { $0.isFound ? $0.instant : nil }
  }

  /// Returns the first moment at which work could start if all that is not up to time came out as wanted;
  /// `nil` when that is now, or never.
  func earliest(for use: ExpressionUse) -> Instant? {
    let counting = Self.counting(for: use)
    let open = AtomAnswers(states.count) { isOpen($0, $1, counting) }
    let couldCount: Counting = { open.counts($0, as: $3) || counting($0, $1, $2, $3) }
    return holds(couldCount) ? nil : next(holds: true, couldCount)?.instant
  }

  /// Returns whether the atom may come out as wanted at any moment: it is not up to time, and is not on its
  /// way to that already, which takes its time.
  private func isOpen(_ number: Int, _ wanted: Bool, _ counting: Counting) -> Bool {
    let (leaf, state) = (expression.leaves[number], states[number])
    guard !leaf.atom.isOfTime else { return false }
    guard let last = [state.holds, state.settles].compactMap(\.self).max() else { return true }
    let then = Moment(wall: view.moment.wall + (last - view.moment.monotonic), monotonic: last)
    return !counting(number, state.later(leaf, view, at: then), last, wanted)
  }

  private func search(for use: ExpressionUse) -> (instant: Instant, isFound: Bool)? {
    let counting = Self.counting(for: use)
    let answered = Self.ifAnswered(counting)
    guard !holds(answered), holds(ifMoving: true, counting) else { return nil }
    return next(holds: true, answered)
  }

  /// Returns when time alone makes the expression lost, or not lost any more.
  func nextLoss() -> Instant? {
    let (isLost, counting) = (isLost(), Self.counting(for: .running))
    return holds(ifMoving: isLost, counting) == isLost ? next(holds: isLost, counting)?.instant : nil
  }

  // MARK: What has to be asked

  /// Returns the checks to ask now before the expression can let work start.
  func checks(for use: ExpressionUse) -> [ConditionCheck] {
    inquiry { $0.counts(as: $1, for: use) }?.checks ?? []
  }

  /// Returns the checks to ask now for a run that trusts in the expression.
  func checksWhileRunning() -> [ConditionCheck] { inquiry(Self.isKept)?.checks ?? [] }

  /// Returns when a check has to be asked again for a run: when an answer that lets the expression hold stops
  /// counting, or when answers could let it hold again. `nil` while a check has to be asked now.
  func nextCheckWhileRunning() -> Instant? {
    guard let inquiry = inquiry(Self.isKept), inquiry.checks.isEmpty else { return nil }
    if inquiry.couldHold { return inquiry.holding.map(Instant.point) }
    let counting: Counting = { Self.isKept($1, wanted: $3) }
    guard holds(ifMoving: true, counting) else { return nil }
    return next(holds: true, Self.ifAnswered(counting))?.instant
  }

  private static func isKept(_ state: LeafState, wanted: Bool) -> Bool {
    !state.pends && state.counts(as: wanted, for: .running)
  }

  /// Returns the inquiry, or `nil` for an expression without checks.
  private func inquiry(_ counts: (LeafState, _ wanted: Bool) -> Bool) -> CheckInquiry? {
    expression.hasChecks ? CheckInquiry(expression, states, counts) : nil
  }

  // MARK: Parts

  private static func counting(for use: ExpressionUse) -> Counting { { $1.counts(as: $3, for: use) } }

  /// Returns the counting for which a check that has to be asked is answered as it is wanted.
  private static func ifAnswered(_ counting: @escaping Counting) -> Counting {
    { $1.hasToBeAsked(at: $2) || counting($0, $1, $2, $3) }
  }

  private func holds(_ counting: Counting) -> Bool { expression.program.holds(answers(counting)) }

  /// Returns the present answers of the atoms.
  private func answers(_ counting: Counting) -> AtomAnswers {
    AtomAnswers(states.count) { counting($0, states[$0], view.moment.monotonic, $1) }
  }

  /// Returns whether the expression holds if every atom that time can change came out as `answer`. Most
  /// expressions that do not hold wait for other atoms, and need no search of the days to come.
  private func holds(ifMoving answer: Bool, _ counting: Counting) -> Bool {
    holds { number, state, point, wanted in
      let atom = expression.leaves[number].atom
      let isMoving = atom.isOfTime || state.nextTurn != nil || atom.check != nil
      return isMoving ? answer : counting(number, state, point, wanted)
    }
  }

  /// Returns the first moment at which the expression holds, or does not where `isTrue` is false, within the
  /// days after which times of day and days of the week repeat, or a moment for the next search.
  private func next(holds isTrue: Bool, _ counting: Counting) -> (instant: Instant, isFound: Bool)? {
    var answers = answers(counting)
    var changes = expression.leaves.indices.map { change(of: $0, after: view.moment) }
    var last: Instant?
    var looks = 0
    while looks < Self.lookLimit {
      guard let next = changes.lazy.compactMap(\.self).min(by: { $0.moment.monotonic < $1.moment.monotonic }),
        next.moment.wall <= view.moment.wall + .days(8)
      else { return nil }
      let point = next.moment.monotonic
      // Only the atoms that change now are looked at: there may be many, and each look costs a calculation.
      for number in changes.indices {
        guard let change = changes[number], change.moment.monotonic <= point else { continue }
        looks += 1
        let later = states[number].later(expression.leaves[number], view, at: next.moment)
        answers.set(number) { counting(number, later, point, $0) }
        changes[number] = self.change(of: number, after: next.moment)
      }
      if expression.program.holds(answers) == isTrue { return (next.instant, true) }
      last = next.instant
    }
    return last.map { ($0, false) }
  }

  /// The most looks at an atom after its change: each costs a calculation, and an event has many expressions.
  private static let lookLimit = 128

  /// A moment at which time alone changes an atom.
  private struct Change {
    let moment: Moment
    let instant: Instant
  }

  /// Returns when time alone changes the atom next.
  private func change(of number: Int, after moment: Moment) -> Change? {
    let (leaf, state) = (expression.leaves[number], states[number])
    guard leaf.atom.isOfTime else {
      let points = [state.holds, state.settles, state.expires].compactMap(\.self)
      return points.filter { moment.monotonic < $0 }.min().map { point in
        Change(
          moment: Moment(wall: moment.wall + (point - moment.monotonic), monotonic: point),
          instant: .point(point))
      }
    }
    let known = moment.wall == view.moment.wall ? state.turns : nil
    return (known ?? view.zone.nextChange(of: leaf.atom, after: moment.wall)).map { date in
      Change(
        moment: Moment(wall: date, monotonic: moment.monotonic + (date - moment.wall)), instant: .date(date))
    }
  }
}
