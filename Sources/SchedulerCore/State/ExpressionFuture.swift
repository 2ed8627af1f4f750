/// An expression's future if only time passes.
struct ExpressionFuture {
  /// A moment to come, by the clock that brings it.
  enum Instant: Equatable {
    case point(MonotonicTime)
    case date(WallTime)
  }

  private let expression: ConditionExpression
  private let view: ConditionView
  /// The present states of the expression's atoms, in their order.
  private var states: [LeafState]

  init(_ expression: ConditionExpression, _ states: [LeafState], _ view: ConditionView) {
    self.expression = expression
    self.states = states
    self.view = view
  }

  func isUsable(for use: ExpressionUse) -> Bool { asks(Self.counts(for: use)) }

  func isLost() -> Bool { !asks(Self.counts(for: .running)) }

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
    let isUsable = Self.counts(for: use)
    func couldHold(_ future: ExpressionFuture) -> Bool {
      expression.program.holds { number, wanted in
        isOpen(number, wanted, isUsable) || isUsable(future.states[number], wanted)
      }
    }
    return couldHold(self) ? nil : next { future, _ in couldHold(future) }?.instant
  }

  /// Returns whether the atom may come out as wanted at any moment: it is not up to time, and is not on its
  /// way to that already, which takes its time.
  private func isOpen(_ number: Int, _ wanted: Bool, _ isAsWanted: (LeafState, Bool) -> Bool) -> Bool {
    let (leaf, state) = (expression.leaves[number], states[number])
    guard !leaf.atom.isOfTime else { return false }
    guard let last = [state.holds, state.settles].compactMap(\.self).max() else { return true }
    let then = Moment(wall: view.moment.wall + (last - view.moment.monotonic), monotonic: last)
    return !isAsWanted(state.later(leaf, view, at: then), wanted)
  }

  private func search(for use: ExpressionUse) -> (instant: Instant, isFound: Bool)? {
    let isUsable = Self.counts(for: use)
    guard !asks(canAsk: true, isUsable), asks(ifMoving: true, isUsable) else { return nil }
    return next { $0.asks(at: $1, canAsk: true, isUsable) }
  }

  /// Returns when time alone makes the expression lost, or not lost any more.
  func nextLoss() -> Instant? {
    let isLost = isLost()
    let isPossible = asks(ifMoving: isLost, Self.counts(for: .running)) == isLost
    return isPossible ? next { !$0.asks(at: $1, Self.counts(for: .running)) != isLost }?.instant : nil
  }

  // MARK: What has to be asked

  /// Returns the checks to ask now before the expression can let work start.
  func checks(for use: ExpressionUse) -> [ConditionCheck] { inquiry(Self.counts(for: use))?.checks ?? [] }

  /// Returns the checks to ask now for a run that trusts in the expression.
  func checksWhileRunning() -> [ConditionCheck] { inquiry(Self.isKept)?.checks ?? [] }

  /// Returns when a check has to be asked again for a run: when an answer that lets the expression hold stops
  /// counting, or when answers could let it hold again. `nil` while a check has to be asked now.
  func nextCheckWhileRunning() -> Instant? {
    guard let inquiry = inquiry(Self.isKept), inquiry.checks.isEmpty else { return nil }
    if inquiry.couldHold { return inquiry.holding.map(Instant.point) }
    guard asks(ifMoving: true, Self.isKept) else { return nil }
    return next { $0.asks(at: $1, canAsk: true, Self.isKept) }?.instant
  }

  private static func counts(for use: ExpressionUse) -> (LeafState, Bool) -> Bool {
    { $0.counts(as: $1, for: use) }
  }

  private static func isKept(_ state: LeafState, wanted: Bool) -> Bool {
    !state.pends && state.counts(as: wanted, for: .running)
  }

  /// Returns the inquiry, or `nil` for an expression without checks.
  private func inquiry(_ isAsWanted: @escaping (LeafState, Bool) -> Bool) -> CheckInquiry? {
    guard expression.hasChecks else { return nil }
    return CheckInquiry(expression: expression, states: states, isAsWanted: isAsWanted)
  }

  // MARK: Parts

  /// - Parameter canAsk: A check that has to be asked at that point is taken to be answered as it is wanted.
  private func asks(
    at point: MonotonicTime? = nil, canAsk: Bool = false, _ isAsWanted: (LeafState, Bool) -> Bool
  ) -> Bool {
    expression.program.holds { number, wanted in
      let state = states[number]
      if canAsk, state.hasToBeAsked(at: point ?? view.moment.monotonic) { return true }
      return isAsWanted(state, wanted)
    }
  }

  /// Returns whether the expression holds if every atom that time can change came out as `answer`. Most
  /// expressions that do not hold wait for other atoms, and need no search of the days to come.
  private func asks(ifMoving answer: Bool, _ isAsWanted: (LeafState, Bool) -> Bool) -> Bool {
    expression.program.holds { number, wanted in
      let (state, atom) = (states[number], expression.leaves[number].atom)
      let isMoving = atom.isOfTime || state.nextTurn != nil || atom.check != nil
      return isMoving ? answer : isAsWanted(state, wanted)
    }
  }

  /// Returns the first moment at which `isTrue`, within the days after which times of day and days of the
  /// week repeat, or a moment for the next search.
  /// - Parameter isTrue: Is given the future with the atoms' states at that moment.
  private func next(
    _ isTrue: (ExpressionFuture, MonotonicTime) -> Bool
  ) -> (instant: Instant, isFound: Bool)? {
    var later = self
    var changes = expression.leaves.indices.map { change(of: $0, after: view.moment) }
    var last: Instant?
    var looks = 0
    while looks < Self.lookLimit {
      guard let next = changes.lazy.compactMap(\.self).min(by: { $0.moment.monotonic < $1.moment.monotonic }),
        next.moment.wall <= view.moment.wall + .days(8)
      else { return nil }
      // Only the atoms that change now are looked at: there may be many, and each look costs a calculation.
      for number in changes.indices {
        guard let change = changes[number], change.moment.monotonic <= next.moment.monotonic else { continue }
        looks += 1
        later.states[number] = states[number].later(expression.leaves[number], view, at: next.moment)
        changes[number] = self.change(of: number, after: next.moment)
      }
      if isTrue(later, next.moment.monotonic) { return (next.instant, true) }
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
