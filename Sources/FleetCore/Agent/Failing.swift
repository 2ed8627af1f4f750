import SchedulerCore

/// Exchanges without an answer that counts.
extension FleetAgent {
  mutating func take(_ failure: ExchangeFailure, at now: BootTime) {
    guard link.isUnderWay else { return }
    link.isUnderWay = false
    switch failure {
    case .again where link.conflicts < DatabaseLink.mostConflicts:
      link.conflicts += 1
      link.next = now + .milliseconds(random.number(in: 50...250))
    case .again: fail("the transaction is taken back again and again", at: now)
    case .unreachable(let mayHaveArrived, let cause):
      if mayHaveArrived { link.mayHaveArrived = true }
      fail(cause, at: now)
    case .unreadable(let cause):
      succeedSession()
      fail(cause, at: now)
    case .rejected(let message):
      leaveOutOpinions()
      fail(message, at: now)
      returnToAccepted(at: now)
    }
  }

  /// Takes out of a refused exchange what tasks have brought into it, verdicts and dates, so that no task can
  /// cost the machine its lease. What was refused is not said again until it changes.
  private mutating func leaveOutOpinions() {
    guard let request = link.pending else { return }
    for verdict in request.verdicts { classes.entries[verdict.class]?.published = verdict }
    dates.removeAll(where: request.dates.contains)
    link.pending?.verdicts = []
    link.pending?.dates = []
  }

  /// Goes back to the facts that the database has accepted, if the refused ones are others: a wrong file that
  /// was read while work runs must not cost the machine its lease.
  private mutating func returnToAccepted(at now: BootTime) {
    guard let accepted, accepted != MachineFacts(configuration) else { return }
    (configuration.name, configuration.groups) = (accepted.name, accepted.groups)
    if configuration.allows != accepted.allows {
      configuration.allows = accepted.allows
      changeAllows(at: now)
    }
    sayFacts(at: now + DatabaseLink.debounce)
  }

  private mutating func fail(_ cause: String, at now: BootTime) {
    // A request that certainly did not arrive is composed anew, as things are then.
    if !link.mayHaveArrived { link.pending = nil }
    link.isFailing = true
    link.next = now + link.pause.next(&random)
    guard link.awaySince == nil else { return }
    let since = session.lease?.sent ?? now
    link.awaySince = since
    directives.append(.tell(.databaseAway(since: since, cause: cause)))
  }

  /// Takes in a good exchange.
  mutating func endFailing(sent: BootTime, at now: BootTime) {
    link.isFailing = false
    link.conflicts = 0
    link.pause.reset()
    link.refusalPause.reset()
    guard let since = link.awaySince else { return }
    link.awaySince = nil
    directives.append(.tell(.databaseBack(after: now - since)))
  }

  mutating func take(_ refusal: Refusal, at now: BootTime) {
    link.isFailing = true
    let isOwnLease = refusal.code == .identity && ownLeaseUntil.map { now < $0 } ?? false
    let pause = link.refusalPause.next(&random)
    if isOwnLease {
      // The session before the boot is ended by its lease.
      link.refusalPause.reset()
      link.next = now + min(pause, .seconds(5))
    } else {
      link.next = now + pause
      directives.append(.tell(.refused(refusal)))
    }
    switch refusal.code {
    // A database that was restored from a backup may know of no session.
    case .identity, .sequence, .notMember: loseSession(at: now)
    case .name, .version: if !link.mayHaveArrived { link.pending = nil }
    }
    if refusal.code == .name { returnToAccepted(at: now) }
  }

  /// Ends the session: everything is stopped, and the next exchange is the first one of a new session.
  private mutating func loseSession(at now: BootTime) {
    for holding in holdings where holding.isOpen { stop(holding.id, .identity, at: now) }
    accepted = nil
    begin(Session(id: random.name()))
  }

  /// Begins a session that follows the present one as that of an agent which is started again does: the
  /// machine says what it holds and keeps it, and what the database has granted besides is given out again.
  private mutating func succeedSession() {
    var next = Session(id: random.name())
    next.succeeds = SessionMark(session: session.id, sequence: session.sequence)
    next.lease = session.lease
    begin(next)
  }

  private mutating func begin(_ next: Session) {
    link.pending = nil
    link.mayHaveArrived = false
    session = next
    for id in classes.order { classes.entries[id]?.published = nil }
    for index in holdings.indices { holdings[index].isBeginSaid = false }
    changeStore(durably: true)
  }
}
