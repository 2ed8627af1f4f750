/// Assertions: programs ask for time to finish what they are in the middle of.
extension Scheduler {
  /// Begins an assertion. Assertions are not stored, so they are taken even while the disk takes nothing.
  mutating func begin(_ assertion: Assertion, at moment: Moment) throws(SchedulerError) -> Reply {
    if case .shuttingDown = volatile.phase {
      throw .unavailable(message: "the scheduler is shutting down")
    }
    if let process = assertion.neededProcess, tables.processes[process]?.isEnding == true {
      throw .unavailable(message: "its process was told to end, and gets no more time than its grace")
    }
    if assertion.limit != nil, let departure = volatile.departure {
      throw .unavailable(message: "\(departure.reason.message), and waits for no new assertion")
    }
    guard tables.assertions[assertion.connection] == nil else {
      throw .invalidRequest(
        field: "why", message: "this connection has an assertion already, allowed is one for each connection")
    }
    let count = tables.indexes.assertionsByUser[assertion.uid, default: 0]
    guard count < Assertion.limitPerUser else {
      throw .unavailable(
        message: "user \(assertion.uid) has \(count) assertions, as many as one user may have; end some")
    }
    tables.setAssertion(
      assertion.connection,
      ActiveAssertion(
        assertion: assertion, phase: .lasting(until: assertion.limit.map { moment.monotonic + $0 })))
    if let process = assertion.process { attend(process, at: moment) }
    report(.assertionBegan(assertion))
    return .asserting(
      remaining: assertion.limit, grace: volatile.configuration.expirationGrace,
      reason: volatile.departure?.reason)
  }

  /// Ends the assertion of a connection that is gone.
  mutating func endAssertion(on connection: ConnectionID, at moment: Moment) {
    guard let active = tables.assertions[connection] else { return }
    tables.setAssertion(connection, nil)
    if let process = active.assertion.process { attend(process, at: moment) }
  }

  /// Tells programs whose time is up. A program that stays beyond the grace is killed, if bgtaskd started it;
  /// another one only loses its assertion, as it would lose a run (R41).
  mutating func attendAssertions(at moment: Moment) {
    while let (connection, due) = tables.indexes.assertionTimers.first, due.time <= moment.monotonic,
      var active = tables.assertions[connection]
    {
      switch active.phase {
      case .lasting:
        let grace = volatile.configuration.expirationGrace
        active.phase = .expiring(endAt: moment.monotonic + grace)
        let reason = Reason(
          code: .runtimeLimit, message: "its time is up",
          required: active.assertion.limit.map { "at most \($0.roundedText)" })
        warn(&active, reason, grace: grace)
      case .expiring:
        active.phase = .over
        let isKilled =
          active.assertion.process.map { killProcess($0) || killCommand(of: active.assertion, at: moment) }
          ?? false
        directives.append(.dropAssertion(connection))
        report(.assertionOverstayed(active.assertion, isKilled: isKilled))
      case .over: return
      }
      tables.setAssertion(connection, active)
    }
  }

  /// Kills the command whose program holds the assertion, and records why. Returns false if no command holds
  /// it as an assertion with a limit, or if the command is frozen or has ended.
  private mutating func killCommand(of assertion: Assertion, at moment: Moment) -> Bool {
    guard let id = assertion.neededProcess, var active = tables.runs[id], active.target == .command else {
      return false
    }
    switch active.phase {
    case .awaited, .frozen, .killed, .over: return false
    case .launching, .running, .expiring: break
    }
    active.run.stopReason =
      active.run.stopReason
      ?? Reason(
        code: .runtimeLimit, message: "it has overstayed the time that it had asked for (\(assertion.why))",
        required: assertion.limit.map { "at most \($0.roundedText)" })
    storeIfPossible(active.run)
    kill(active, at: moment)
    return true
  }

  /// Tells programs that the machine goes, and that it waits for them as long as it may.
  mutating func warnAssertions(of departure: PendingDeparture) {
    for (connection, active) in tables.assertions.sorted(by: { $0.key < $1.key }) {
      guard case .lasting = active.phase else { continue }
      var warned = active
      warn(&warned, departure.reason, grace: departure.grace)
      tables.setAssertion(connection, warned)
    }
  }

  /// Tells programs that the machine is back or stays: those that were to end go on, and those that came
  /// meanwhile learn that it is over.
  mutating func relieveAssertions(at moment: Moment) {
    let grace = volatile.configuration.expirationGrace
    for (connection, active) in tables.assertions.sorted(by: { $0.key < $1.key }) {
      guard case .lasting(let until) = active.phase else { continue }
      var relieved = active
      relieved.reason = nil
      tables.setAssertion(connection, relieved)
      let remaining = until.map { max($0 - moment.monotonic, .zero) }
      directives.append(.relieveAssertion(connection, remaining: remaining, grace: grace))
    }
  }

  private mutating func warn(_ active: inout ActiveAssertion, _ reason: Reason, grace: TimeSpan) {
    active.reason = reason
    directives.append(.warnAssertion(active.assertion.connection, reason: reason, grace: grace))
    report(.assertionExpiring(active.assertion, reason, grace: grace))
  }

  /// Returns the assertions of the user, or of all users when `nil`, the oldest connection first.
  package func assertions(of uid: UInt32?, at moment: Moment) -> [AssertionSnapshot] {
    tables.assertions.sorted { $0.key < $1.key }.map(\.value)
      .filter { uid == nil || $0.assertion.uid == uid }
      .map { active in
        var remaining: TimeSpan? = .zero
        if case .lasting(let until) = active.phase, active.reason == nil {
          remaining = until.map { max($0 - moment.monotonic, .zero) }
        }
        return AssertionSnapshot(assertion: active.assertion, remaining: remaining, reason: active.reason)
      }
  }
}
