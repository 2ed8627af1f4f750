import SchedulerCore

/// The composition of exchanges.
extension FleetAgent {
  /// The number of occurrences that the machine has room for. The next exchange says the ends and releases,
  /// so their places are free with its answer. More of them than places count, so that they are bounded
  /// whatever the database answers.
  var freePlaces: Int {
    let open = holdings.count(where: \.isOpen)
    let said = holdings.count - open
    return max(configuration.mostRuns - open - max(said - configuration.mostRuns, 0), 0)
  }

  /// Whether new work may be claimed and begun.
  var takesWork: Bool { phase == .working && hasDaemon && store.failure == nil }

  /// Begins the exchange that is due. One that has no answer is repeated as it was.
  mutating func askWhenDue(at now: BootTime) {
    guard !link.isUnderWay, phase == .working || phase == .leaving else { return }
    if isReadyToLeave, link.pending == nil { link.ask(by: now) }
    guard nextExchange <= now else { return }
    let request = link.pending ?? newRequest(at: now)
    link.pending = request
    link.isUnderWay = true
    link.sent = now
    let limit = session.lease == nil ? DatabaseLink.patientLimit : DatabaseLink.limit
    directives.append(.exchange(request, limit: limit))
  }

  /// The moment of the next exchange. One that is made for an occasion waits until the session's progress is
  /// given to be written; a regular one, which saves the lease, does not wait for a disk that hangs.
  var nextExchange: BootTime { store.isChanged && store.isWriting ? link.next : link.moment }

  private mutating func newRequest(at now: BootTime) -> ExchangeRequest {
    link.soon = nil
    let isTooEarly = classes.hasBidsToCome(after: now)
    link.isForHint = link.isHinted && takesWork && freePlaces > 0 && !isTooEarly
    link.isHinted = link.isHinted && isTooEarly
    link.facts = MachineFacts(configuration)
    var request = ExchangeRequest(
      machine: configuration.machine, name: configuration.name, groups: configuration.groups,
      session: session.id, sequence: session.sequence)
    if session.sequence == 1, let predecessor = session.succeeds {
      request.succeeds = predecessor
      request.holds = Array(holdings.lazy.filter(\.isOpen).map(\.id).prefix(ExchangeRequest.mostGrants))
    }
    if !session.hasSaidAllows { request.allows = configuration.allows.map(\.fleetUser) }
    request.draining = configuration.mostRuns == 0
    request.leaving = isReadyToLeave
    tell(&request)
    request.dates = Array(dates.prefix(ExchangeRequest.mostDates))
    request.verdicts = changedVerdicts(at: now)
    request.claim = claim(at: now)
    request.knows = session.knows
    return request
  }

  /// Adds ends, begins and releases.
  private func tell(_ request: inout ExchangeRequest) {
    for holding in holdings.prefix(ExchangeRequest.mostGrants) {
      switch holding.state {
      case .ended(let report): request.reports.append(report)
      case .released(let release): request.releases.append(release)
      default: break
      }
      if holding.isOpen, !holding.isBeginSaid, let begin = holding.begin { request.begun.append(begin) }
    }
  }

  /// Returns the wish for work. The first exchange of a session has none: it is about what there was before.
  private func claim(at now: BootTime) -> Claim? {
    let most = min(freePlaces, ExchangeRequest.mostClaimed)
    guard takesWork, most > 0, session.sequence > 1 else { return nil }
    let wished = classes.claimable(at: now).prefix(ExchangeRequest.mostClaimed)
    return wished.isEmpty ? nil : Claim(classes: Array(wished), most: most)
  }
}
