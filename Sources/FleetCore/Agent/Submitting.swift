import SchedulerCore

/// The way of a grant to the daemon, and back if it does not begin.
extension FleetAgent {
  /// The time within which a grant has to begin after its submission.
  static let patience = TimeSpan.seconds(30)

  /// Takes in a grant. A repeated answer grants the same again.
  mutating func take(_ grant: Grant, at now: BootTime) {
    guard !holdings.contains(where: { $0.id == grant.id }) else { return }
    holdings.append(
      Holding(id: grant.id, grant: grant, state: .granted(since: now), revision: upcomingRevision))
    changeStore(durably: true)
    classes.noteGrant(of: grant.class)
    if configuration.localUser(for: grant.user) == nil {
      release(grant.id, .disallowed, "tasks of \(grant.user) are not allowed here", at: now)
    } else if !session.isGood(at: now) {
      release(grant.id, .conditions, "the answer came too late", at: now)
    } else if phase != .working {
      release(grant.id, .conditions, "the machine takes no new work", at: now)
    } else if holdings.count(where: \.isOpen) > configuration.mostRuns {
      release(grant.id, .conditions, "the machine has no free place", at: now)
    }
  }

  /// Gives back a grant that cannot be read, as one whose task the daemon refuses: no task can cost the
  /// machine the answer that has it, and with the answer the lease.
  mutating func refuse(_ grant: UnreadableGrant, at now: BootTime) {
    guard !holdings.contains(where: { $0.id == grant.id }) else { return }
    holdings.append(
      Holding(id: grant.id, grant: nil, state: .granted(since: now), revision: upcomingRevision))
    directives.append(.tell(.grantUnreadable(grant)))
    pause(grant.class, \.refusalPause, at: now)
    release(grant.id, .refused, grant.message, at: now)
  }

  /// Hands in the grants that are on disk.
  mutating func submitGranted(at now: BootTime) {
    guard takesWork, let lease = session.lease, session.isGood(at: now) else { return }
    for index in holdings.indices {
      let holding = holdings[index]
      guard case .granted = holding.state, holding.revision <= store.written, let grant = holding.grant,
        let user = configuration.localUser(for: grant.user), !isBehindOlder(holding)
      else { continue }
      let timeLeft = timeLeft(of: grant, at: now)
      if let timeLeft, timeLeft <= .zero {
        release(grant.id, .conditions, "its deadline has passed", at: now)
        continue
      }
      holdings[index].state = .submitted(at: now, isAccepted: false)
      directives.append(
        .submit(
          GrantSubmission(grant: grant, localUser: user, trust: lease.trust, timeLeft: timeLeft)))
    }
  }

  /// Returns the length until the grant's deadline on the database's clock; `nil` without a deadline.
  private func timeLeft(of grant: Grant, at now: BootTime) -> TimeSpan? {
    guard let clock, let deadline = grant.deadlineUSec else { return nil }
    return WallTime(uSec: deadline) - clock.date(at: now)
  }

  /// Returns whether the daemon may still have an older grant of the same occurrence.
  private func isBehindOlder(_ holding: Holding) -> Bool {
    holdings.contains { $0.id.occurrence == holding.id.occurrence && $0.id != holding.id && $0.isLive }
  }

  mutating func accepted(_ id: GrantID) {
    guard let index = index(of: id), case .submitted(let moment, _) = holdings[index].state else { return }
    holdings[index].state = .submitted(at: moment, isAccepted: true)
  }

  mutating func refused(_ id: GrantID, _ message: String, at now: BootTime) {
    guard let index = index(of: id), holdings[index].isLive else { return }
    if let grant = holdings[index].grant {
      directives.append(
        .tell(.taskRefused(identifier: grant.identifier, user: grant.user, message: message)))
    }
    if case .stopping = holdings[index].state { return gone(id, at: now) }
    pause(holdings[index].grant?.class, \.refusalPause, at: now)
    noteHeldBack(holdings[index].grant?.class, by: message)
    release(id, .refused, message, at: now)
  }

  /// Gives back what has not begun in time: a task that the daemon may have only when the daemon says that it
  /// has not begun.
  mutating func giveBackWhatDoesNotBegin(at now: BootTime) {
    for holding in holdings {
      guard let lateAt = lateAt(holding), lateAt <= now else { continue }
      let message = "did not begin within 30 s"
      pause(holding.grant?.class, \.pause, at: now)
      if case .granted = holding.state {
        release(holding.id, .conditions, message, at: now)
      } else {
        withdraw(holding.id, .conditions, message)
      }
    }
  }

  /// Returns the moment at which a grant that has not begun is given back.
  func lateAt(_ holding: Holding) -> BootTime? {
    switch holding.state {
    case .granted(let since): since + Self.patience
    case .submitted(let moment, _): hasDaemon ? moment + Self.patience : nil
    default: nil
    }
  }

  /// Has the daemon drop a task that has not begun.
  mutating func withdraw(_ id: GrantID, _ code: ReleaseCode, _ message: String) {
    guard let index = index(of: id) else { return }
    holdings[index].state = .withdrawing(code, message: message)
    holdings[index].isDropped = true
    if hasDaemon { directives.append(.withdraw(id)) }
  }

  /// Gives a grant back of which the daemon has nothing.
  mutating func release(_ id: GrantID, _ code: ReleaseCode, _ message: String, at now: BootTime) {
    guard let index = index(of: id) else { return }
    holdings[index].state = .released(GrantRelease(id: id, code: code, message: message))
    changeStore(durably: true)
    link.ask(by: now)
  }

  /// Keeps the machine from claiming again at once what it could not begin. A pause that lasts covers all
  /// that was granted before it, so several failures of one class count as one.
  private mutating func pause(
    _ name: ClassID?, _ pause: WritableKeyPath<ClassTable.Entry, GrowingPause>, at now: BootTime
  ) {
    guard let name, var entry = classes.entries[name],
      entry.pausedUntil.map({ $0 <= now }) ?? true
    else { return }
    entry.pausedUntil = now + entry[keyPath: pause].next(&random)
    entry.heldBackBy = nil
    classes.entries[name] = entry
  }

  /// Notes what holds work of a paused class back, so that the machine can say it.
  mutating func noteHeldBack(_ name: ClassID?, by reason: String) {
    guard let name, classes.entries[name]?.pausedUntil != nil else { return }
    classes.entries[name]?.heldBackBy = reason
  }

  func index(of id: GrantID) -> Int? { holdings.firstIndex { $0.id == id } }
}
