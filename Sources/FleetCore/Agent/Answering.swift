import SchedulerCore

/// The database's answers.
extension FleetAgent {
  mutating func take(_ answer: ExchangeAnswer, at now: BootTime) {
    guard link.isUnderWay, let request = link.pending, let sent = link.sent else { return }
    link.isUnderWay = false
    switch answer {
    case .accepted(let result): take(result, to: request, sent: sent, at: now)
    case .refused(let refusal): take(refusal, at: now)
    }
  }

  private mutating func take(
    _ result: ExchangeResult, to request: ExchangeRequest, sent: BootTime, at now: BootTime
  ) {
    endFailing(sent: sent, at: now)
    link.pending = nil
    link.mayHaveArrived = false
    session.sequence = request.sequence + 1
    session.isAccepted = true
    session.succeeds = nil
    if let date = result.nowUSec { clock = DatabaseClock(date: WallTime(uSec: date), heardAt: now) }
    session.lease = FleetLease(sent: sent, leaseUSec: result.leaseUSec)
    ownLeaseUntil = nil
    changeStore(durably: false)
    if result.isBusy {
      link.isHinted = link.isHinted || link.isForHint
    } else {
      accepted = link.facts
      link.busyUntil = nil
      link.busyPause.reset()
      settle(request)
    }
    acknowledge(result.reports)
    if request.leaving, !result.isBusy {
      phase = .left
      return
    }
    for stop in result.stops.prefix(ExchangeRequest.mostGrants) { self.stop(stop.id, stop.code, at: now) }
    if request.sequence == 1 { confirmHoldings(followsSession: request.succeeds != nil, at: now) }
    if let classes = result.classes { learn(classes, at: now) }
    if result.isBusy {
      pauseWhileBusy(result, sent: sent, at: now)
    } else {
      judgeHint(by: result, at: now)
      schedule(result, sent: sent, at: now)
    }
    session.knows = result.changed
    loseLeaseWhenDue(at: now)
    for grant in result.grants.prefix(ExchangeRequest.mostClaimed) { take(grant, at: now) }
    for grant in result.unreadable.prefix(ExchangeRequest.mostClaimed) { refuse(grant, at: now) }
    renew()
  }

  /// Plans the exchange after one that found the database busy: after a growing pause, or when work becomes
  /// due; as late as a regular one at most.
  private mutating func pauseWhileBusy(_ result: ExchangeResult, sent: BootTime, at now: BootTime) {
    planRegular(result, sent: sent)
    if let due = result.due { link.due = now + TimeSpan(uSec: max(due, 0)) }
    var next = min(now + link.busyPause.next(&random), link.next)
    let bid = classes.nextBid(after: now, isHinted: link.isHinted)
    for moment in [link.due, bid] where takesWork && freePlaces > 0 {
      if let moment, moment > now { next = min(next, moment) }
    }
    next = max(next, now + DatabaseLink.debounce)
    link.busyUntil = next
    link.next = next
  }

  /// Heeds hints later and later while the exchanges after them bring nothing: whoever may connect to the
  /// database can send them.
  private mutating func judgeHint(by result: ExchangeResult, at now: BootTime) {
    guard link.isForHint else { return }
    let isNews = result.classes != nil || result.changed != session.knows || !result.stops.isEmpty
    if isNews || !result.grants.isEmpty || !result.unreadable.isEmpty {
      link.hintPause.reset()
      link.heedsHintsAt = nil
    } else {
      link.heedsHintsAt = now + link.hintPause.next(&random)
    }
  }

  /// Notes that the database has taken in what the exchange said.
  private mutating func settle(_ request: ExchangeRequest) {
    if let said = request.allows { session.hasSaidAllows = said == configuration.allows.map(\.fleetUser) }
    for verdict in request.verdicts { classes.entries[verdict.class]?.published = verdict }
    dates.removeAll { request.dates.contains($0) }
    let begun = Set(request.begun.map(\.id))
    let released = Set(request.releases.map(\.id))
    for index in holdings.indices where begun.contains(holdings[index].id) {
      holdings[index].isBeginSaid = true
    }
    remove { holding in
      if case .released = holding.state { released.contains(holding.id) } else { false }
    }
  }

  /// Drops the grants whose ends the database has, and has the daemon forget them once the file says so.
  private mutating func acknowledge(_ answers: [ReportAnswer]) {
    for answer in answers.prefix(ExchangeRequest.mostGrants) {
      let isFound = remove { holding in
        if case .ended = holding.state { holding.id == answer.id } else { false }
      }
      if isFound, answer.result == .fenced { directives.append(.tell(.fenced(answer.id))) }
    }
  }

  /// Removes holdings from the agent and its file. The daemon forgets their ends once the file says so.
  /// - Returns: Whether there were any.
  @discardableResult
  mutating func remove(_ isConcerned: (Holding) -> Bool) -> Bool {
    let removed = holdings.filter(isConcerned)
    guard !removed.isEmpty else { return false }
    holdings.removeAll(where: isConcerned)
    changeStore(durably: true)
    for holding in removed where holding.hasEnd {
      store.forgetting.append(.init(id: holding.id, revision: upcomingRevision))
    }
    return true
  }

  /// Plans the next exchange: after the wished length ± 10 %, of which a third of the lease is the most, or
  /// when an occurrence becomes due.
  private mutating func schedule(_ result: ExchangeResult, sent: BootTime, at now: BootTime) {
    planRegular(result, sent: sent)
    link.due = result.due.map { now + TimeSpan(uSec: max($0, 0)) }
    if let due = link.due, takesWork, freePlaces > 0 { link.ask(by: due) }
    let isLeftOver = holdings.contains { !$0.isOpen } || dates.count > 0
    if isLeftOver { link.ask(by: now) }
    guard takesWork, freePlaces > 0 else { return }
    if let bid = classes.nextBid(after: sent, isHinted: link.isHinted) { link.ask(by: bid) }
  }

  private mutating func planRegular(_ result: ExchangeResult, sent: BootTime) {
    let lease = session.lease?.length ?? .seconds(60)
    let longest = max(lease.uSec / 3, DatabaseLink.debounce.uSec)
    let wished = min(max(result.askAfterUSec, DatabaseLink.debounce.uSec), longest)
    link.next = sent + TimeSpan(uSec: random.number(in: wished / 10 * 9...wished / 10 * 11))
  }
}
