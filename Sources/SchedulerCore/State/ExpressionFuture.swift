/// An expression in the times to come, if nothing but time goes by.
struct ExpressionFuture {
  /// A moment to come, by the clock that brings it.
  enum Instant: Equatable {
    case point(MonotonicTime)
    case date(WallTime)
  }

  private let expression: ConditionExpression
  private let view: ConditionView
  /// The expression's leaves as they are now, in their order.
  private let states: [LeafState]

  init(_ expression: ConditionExpression, _ states: [LeafState], _ view: ConditionView) {
    self.expression = expression
    self.states = states
    self.view = view
  }

  func isUsable(for use: ExpressionUse) -> Bool { asks(Self.counts(for: use)) }

  func isLost(at later: Moment? = nil) -> Bool { !asks(at: later, Self.counts(for: .running)) }

  /// When time alone will let it start something, or lets answers do so; nil also when they could now.
  func nextUsable(for use: ExpressionUse) -> Instant? {
    let isUsable = Self.counts(for: use)
    guard !asks(canAsk: true, isUsable), asks(ifMoving: true, isUsable) else { return nil }
    return next { $0.asks(at: $1, canAsk: true, isUsable) }
  }

  /// When time alone will make it lost, or not lost any more.
  func nextLoss() -> Instant? {
    let isLost = isLost()
    let isPossible = asks(ifMoving: isLost, Self.counts(for: .running)) == isLost
    return isPossible ? next { $0.isLost(at: $1) != isLost } : nil
  }

  // MARK: What has to be asked

  /// What has to be asked now before the expression can let something start.
  func checks(for use: ExpressionUse) -> [ConditionCheck] { inquiry(Self.counts(for: use))?.checks ?? [] }

  /// What has to be asked now while something runs that trusts in the expression.
  func checksWhileRunning() -> [ConditionCheck] { inquiry(Self.isKept)?.checks ?? [] }

  /// When something has to be asked again for what runs: when an answer stops counting that lets it hold, or
  /// when answers could let it hold again. Nil while something has to be asked now.
  func nextCheckWhileRunning() -> Instant? {
    guard let inquiry = inquiry(Self.isKept), inquiry.checks.isEmpty else { return nil }
    if inquiry.couldHold { return inquiry.holding.map(Instant.point) }
    guard asks(ifMoving: true, Self.isKept) else { return nil }
    return next { $0.asks(at: $1, canAsk: true, Self.isKept) }
  }

  private static func counts(for use: ExpressionUse) -> (LeafState, Bool) -> Bool {
    { $0.counts(as: $1, for: use) }
  }

  private static func isKept(_ state: LeafState, wanted: Bool) -> Bool {
    !state.pends && state.counts(as: wanted, for: .running)
  }

  /// Nil where nothing has to be asked.
  private func inquiry(_ isAsWanted: @escaping (LeafState, Bool) -> Bool) -> CheckInquiry? {
    guard expression.hasChecks else { return nil }
    return CheckInquiry(expression: expression, states: states, isAsWanted: isAsWanted)
  }

  // MARK: Parts

  /// - Parameter canAsk: What has to be asked then is taken to be answered as it is wanted.
  private func asks(
    at later: Moment? = nil, canAsk: Bool = false, _ isAsWanted: (LeafState, Bool) -> Bool
  ) -> Bool {
    expression.program.holds { number, wanted in
      let state = states[number]
      if canAsk, state.hasToBeAsked(at: (later ?? view.moment).monotonic) { return true }
      return isAsWanted(later.map { state.later(expression.leaves[number], view, at: $0) } ?? state, wanted)
    }
  }

  /// The same if all that time can change came out so: most of what does not hold waits for something else,
  /// and the days to come need not be gone through for it.
  private func asks(ifMoving answer: Bool, _ isAsWanted: (LeafState, Bool) -> Bool) -> Bool {
    expression.program.holds { number, wanted in
      let (state, atom) = (states[number], expression.leaves[number].atom)
      let isMoving = atom.isOfTime || state.nextTurn != nil || atom.check != nil
      return isMoving ? answer : isAsWanted(state, wanted)
    }
  }

  /// The first moment of which that is true, within the days after which times of day and days of the week
  /// come round again; or one at which to look again.
  private func next(_ isTrue: (ExpressionFuture, Moment) -> Bool) -> Instant? {
    var later = view.moment
    var last: Instant?
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
  private func step(after moment: Moment) -> (Moment, Instant)? {
    var best: (Moment, Instant)?
    for (leaf, state) in zip(expression.leaves, states) {
      let found: (Moment, Instant)?
      if leaf.atom.isOfTime {
        let turns = moment.wall == view.moment.wall ? state.turns : nil
        found = (turns ?? view.zone.nextChange(of: leaf.atom, after: moment.wall)).map { date in
          (Moment(wall: date, monotonic: moment.monotonic + (date - moment.wall)), .date(date))
        }
      } else {
        let points = [state.holds, state.settles, state.expires].compactMap(\.self)
        found = points.filter { moment.monotonic < $0 }.min().map { point in
          (Moment(wall: moment.wall + (point - moment.monotonic), monotonic: point), .point(point))
        }
      }
      if let found, best.map({ found.0.monotonic < $0.0.monotonic }) ?? true { best = found }
    }
    return best
  }
}
