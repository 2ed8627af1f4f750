/// An expression in the times to come, if nothing but time goes by.
struct ExpressionFuture {
  /// A moment to come, by the clock that brings it.
  enum Instant {
    case point(MonotonicTime)
    case date(WallTime)
  }

  private let expression: ConditionExpression
  private let view: ConditionView
  private let states: [ConditionLeaf: LeafState]

  /// - Parameter state: A leaf as it is kept; nil where nobody has asked for it until now.
  init(_ expression: ConditionExpression, _ view: ConditionView, state: (ConditionLeaf) -> LeafState?) {
    self.expression = expression
    self.view = view
    states = Dictionary(
      uniqueKeysWithValues: expression.leaves.map { ($0, state($0) ?? LeafState($0, view)) })
  }

  func isUsable(waitsForUnknown: Bool) -> Bool { asks(Self.isUsable(waitsForUnknown)) }

  func isLost(at later: Moment? = nil) -> Bool { !asks(at: later) { $0.settled != !$1 } }

  /// When time alone will let it start something, or lets answers do so; nil also when they could now.
  func nextUsable(waitsForUnknown: Bool) -> Instant? {
    let isUsable = Self.isUsable(waitsForUnknown)
    guard !asks(canAsk: true, isUsable), asks(ifMoving: true, isUsable) else { return nil }
    return next { $0.asks(at: $1, canAsk: true, isUsable) }
  }

  /// When time alone will make it lost, or not lost any more.
  func nextLoss() -> Instant? {
    let isLost = isLost()
    let isPossible = asks(ifMoving: isLost) { $0.settled != !$1 } == isLost
    return isPossible ? next { $0.isLost(at: $1) != isLost } : nil
  }

  // MARK: What has to be asked

  /// What has to be asked now before the expression can let something start.
  func checks(waitsForUnknown: Bool) -> [ConditionCheck] {
    inquiry(Self.isUsable(waitsForUnknown))?.checks(of: expression.root) ?? []
  }

  /// What has to be asked now while something runs that trusts in the expression.
  func checksWhileRunning() -> [ConditionCheck] {
    inquiry(Self.isKept)?.checks(of: expression.root) ?? []
  }

  /// When something has to be asked again for what runs: when an answer stops counting that lets it hold, or
  /// when answers could let it hold again. Nil while something has to be asked now.
  func nextCheckWhileRunning() -> Instant? {
    guard let inquiry = inquiry(Self.isKept), inquiry.checks(of: expression.root).isEmpty else { return nil }
    if inquiry.couldHold(expression.root) { return inquiry.holding(expression.root).map(Instant.point) }
    guard asks(ifMoving: true, Self.isKept) else { return nil }
    return next { $0.asks(at: $1, canAsk: true, Self.isKept) }
  }

  private static func isUsable(_ waitsForUnknown: Bool) -> (LeafState, Bool) -> Bool {
    { $0.isUsable(wanted: $1, waitsForUnknown: waitsForUnknown) }
  }

  private static func isKept(_ state: LeafState, wanted: Bool) -> Bool {
    !state.pends && state.settled != !wanted
  }

  /// Nil where nothing has to be asked.
  private func inquiry(_ isAsWanted: @escaping (LeafState, Bool) -> Bool) -> CheckInquiry? {
    guard !expression.checks.isEmpty else { return nil }
    return CheckInquiry(states: states, isAsWanted: isAsWanted)
  }

  // MARK: Parts

  /// - Parameter canAsk: What has to be asked then is taken to be answered as it is wanted.
  private func asks(
    at later: Moment? = nil, canAsk: Bool = false, _ isAsWanted: (LeafState, Bool) -> Bool
  ) -> Bool {
    expression.root.holds { leaf, wanted in
      guard let state = states[leaf] else { return true }
      if canAsk, state.hasToBeAsked(at: (later ?? view.moment).monotonic) { return true }
      return isAsWanted(later.map { state.later(leaf, view, at: $0) } ?? state, wanted)
    }
  }

  /// The same if all that time can change came out so: most of what does not hold waits for something else,
  /// and the days to come need not be gone through for it.
  private func asks(ifMoving answer: Bool, _ isAsWanted: (LeafState, Bool) -> Bool) -> Bool {
    expression.root.holds { leaf, wanted in
      guard let state = states[leaf] else { return true }
      let isMoving = leaf.atom.isOfTime || state.nextTurn != nil || leaf.atom.check != nil
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
    for (leaf, state) in states {
      let found: (Moment, Instant)?
      if leaf.atom.isOfTime {
        found = view.zone.nextChange(of: leaf.atom, after: moment.wall).map { date in
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
