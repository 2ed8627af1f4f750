import SchedulerCore

/// The daemon as the agent knows it.
enum DaemonPresence {
  /// The daemon has not answered yet, and no attempt to reach it has failed.
  case unknown
  /// The daemon does not answer, and the journal was told.
  case away
  /// The daemon answers.
  case there
}

/// The daemon's going and coming.
extension FleetAgent {
  mutating func loseDaemon(_ cause: String) {
    if daemon != .away { directives.append(.tell(.daemonAway(cause: cause))) }
    daemon = .away
    for id in classes.order {
      classes.entries[id]?.isWatched = false
      classes.entries[id]?.observed = nil
      classes.entries[id]?.bidAt = nil
    }
  }

  /// Compares what the agent holds with what the daemon has. The daemon's word counts: it keeps ends until it
  /// is told to forget them, so a task that it does not name has not begun there.
  mutating func reconcile(with holdings: DaemonHoldings, at now: BootTime) {
    if daemon == .away { directives.append(.tell(.daemonBack)) }
    daemon = .there
    let running = Set(holdings.running.map(\.id))
    let present = running.union(holdings.waiting).union(holdings.ended.map(\.id))
    for report in holdings.ended.prefix(ExchangeRequest.mostGrants)
    where !store.forgetting.contains(where: { $0.id == report.id }) { ended(report, at: now) }
    for begin in holdings.running { take(begin, at: now) }
    for id in holdings.waiting { takeWaiting(id, at: now) }
    for holding in self.holdings where holding.isLive && !present.contains(holding.id) {
      takeAbsent(holding, at: now)
    }
    watchClasses()
    // Work of a class that the agent has not heard of. Those that it knows are judged first.
    if link.isHinted, !classes.hasBidsToCome(after: now) { hinted(at: now) }
    renew()
  }

  private mutating func take(_ begin: RunBegin, at now: BootTime) {
    began(begin, at: now)
    repeatStop(begin.id)
  }

  private mutating func takeWaiting(_ id: GrantID, at now: BootTime) {
    guard let index = index(of: id), holdings[index].isOpen else { return stopUnknown(id, nil) }
    switch holdings[index].state {
    case .submitted(let moment, _): holdings[index].state = .submitted(at: moment, isAccepted: true)
    case .unsure: holdings[index].state = .submitted(at: now, isAccepted: true)
    case .withdrawing: directives.append(.withdraw(id))
    default: repeatStop(id)
    }
  }

  /// Repeats an order to stop that the daemon may not have heard.
  private mutating func repeatStop(_ id: GrantID) {
    guard let index = index(of: id), case .stopping(let code) = holdings[index].state else { return }
    let order = FleetDirective.stop(id, code)
    if !directives.contains(order) { directives.append(order) }
  }

  private mutating func takeAbsent(_ holding: Holding, at now: BootTime) {
    guard let index = index(of: holding.id) else { return }
    switch holding.state {
    case .submitted(_, isAccepted: false):
      holdings[index].state = .granted(since: now)
    case .unsure where holding.begin == nil:
      // The database has the next word on it.
      if session.isAccepted { holdings[index].state = .granted(since: now) }
    default: gone(holding.id, at: now)
    }
  }

  /// Takes in that the database has accepted the session. One that follows another holds what it was not told
  /// to stop, and grants that the daemon does not have can be handed in. One that follows none holds nothing,
  /// because the leases before it were over.
  mutating func confirmHoldings(followsSession: Bool, at now: BootTime) {
    guard followsSession else {
      for holding in holdings { stop(holding.id, .leaseLost, at: now) }
      return
    }
    guard hasDaemon else { return }
    for index in holdings.indices {
      if case .unsure = holdings[index].state { holdings[index].state = .granted(since: now) }
    }
  }
}
