/// An assertion whose connection has not ended.
struct ActiveAssertion: Hashable {
  var assertion: Assertion
  var phase: AssertionPhase
  /// The reason of the notice to end, which comes before the limit when the machine goes.
  var reason: Reason?

  /// Whether the machine waits for the assertion's end before it goes. An assertion without a limit is waited
  /// for once its program was told that the machine goes.
  var isAwaited: Bool { phase != .over && (assertion.limit != nil || reason != nil) }

  /// The point of the assertion's next timer, or `nil` without one.
  var nextTimer: MonotonicTime? {
    switch phase {
    case .lasting(let until): until
    case .expiring(let endAt): endAt
    case .over: nil
    }
  }
}

/// The phase of an assertion.
enum AssertionPhase: Hashable {
  /// The assertion lasts; its program is told to end it at this point, or for `nil` when the machine goes.
  case lasting(until: MonotonicTime?)
  /// The limit is over, and bgtaskd ends the assertion at this point.
  case expiring(endAt: MonotonicTime)
  /// The assertion was ended, and the end of its connection is awaited.
  case over
}
