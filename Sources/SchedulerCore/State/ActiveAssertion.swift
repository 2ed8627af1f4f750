/// An assertion that lasts.
struct ActiveAssertion: Hashable {
  var assertion: Assertion
  var phase: AssertionPhase
  /// Why it was told to end. It may be before its time: the machine goes.
  var reason: Reason?

  /// The machine waits for its end before it goes. What is in the middle of nothing is waited for when it was
  /// told that the machine goes.
  var isAwaited: Bool { phase != .over && (assertion.limit != nil || reason != nil) }

  /// When something is due about it; nil when nothing is.
  var nextTimer: MonotonicTime? {
    switch phase {
    case .lasting(let until): until
    case .expiring(let endAt): endAt
    case .over: nil
    }
  }
}

/// Where an assertion is.
enum AssertionPhase: Hashable {
  /// It is told to end at this point; nil is when the machine goes.
  case lasting(until: MonotonicTime?)
  /// Its limit is over, and it is ended at this point.
  case expiring(endAt: MonotonicTime)
  /// It was ended, and the end of its connection is awaited.
  case over
}

/// A key in a heap of times.
struct ConnectionDue: Comparable {
  var time: MonotonicTime
  var connection: ConnectionID

  static func < (left: ConnectionDue, right: ConnectionDue) -> Bool {
    (left.time, left.connection) < (right.time, right.connection)
  }
}
