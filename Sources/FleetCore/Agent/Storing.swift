import SchedulerCore

/// The agent's file: what it says, what waits for it, and what is taken from it after a start.
extension FleetAgent {
  /// Notes that the stored state has changed.
  mutating func changeStore(durably: Bool) {
    store.isChanged = true
    if durably { store.isDurablyChanged = true }
  }

  /// The revision that the current changes will have.
  var upcomingRevision: Int64 { store.revision + 1 }

  /// Has the changed state written before anything else of this decision, unless the one before still is.
  mutating func persistChanges() {
    guard store.isChanged, !store.isWriting, store.retryAt == nil, phase != .starting else { return }
    store.isWriting = true
    store.revision += 1
    if store.isDurablyChanged { store.durable = store.revision }
    store.isChanged = false
    store.isDurablyChanged = false
    let state = StoredFleet(
      revision: store.revision, isDurable: store.durable > store.written, boot: boot,
      mark: SessionMark(session: session.id, sequence: session.sequence), isAccepted: session.isAccepted,
      succeeds: session.succeeds, lease: session.lease,
      grants: holdings.map(\.stored))
    directives.insert(.persist(state), at: 0)
  }

  /// Takes in that a state is on disk. The daemon forgets ends that the file does not have any more.
  mutating func persisted(_ revision: Int64) {
    store.isWriting = false
    store.written = max(store.written, revision)
    for forgotten in store.forgetting where forgotten.revision <= store.written {
      directives.append(.forget(forgotten.id))
    }
    store.forgetting.removeAll { $0.revision <= store.written }
    guard store.failure != nil, store.written >= store.durable else { return }
    store.failure = nil
    store.retryAt = nil
    store.pause.reset()
    directives.append(.tell(.storeWorks))
  }

  /// Takes in that the file could not be written: nothing is claimed or handed in until it can.
  mutating func notPersisted(_ cause: String, at now: BootTime) {
    store.isWriting = false
    if store.failure == nil { directives.append(.tell(.storeFailed(cause: cause))) }
    store.failure = cause
    store.durable = store.revision
    if store.retryAt == nil { store.retryAt = now + store.pause.next(&random) }
  }

  mutating func retryStore(at now: BootTime) {
    guard let retryAt = store.retryAt, retryAt <= now else { return }
    store.retryAt = nil
    changeStore(durably: true)
  }

  /// Takes over what the agent before has left. In the same boot this session follows the one before. After a
  /// boot, or on the copy of a disk, it does not: the lease of the session before has to end first, because
  /// the machine that has this session may be another one.
  mutating func restore(_ stored: StoredFleet, at now: BootTime) {
    store.revision = stored.revision
    store.written = stored.revision
    store.durable = stored.revision
    if stored.boot == boot {
      succeed(stored)
      session.lease = stored.lease
    } else if let lease = stored.lease {
      ownLeaseUntil = now + lease.length + .seconds(15)
    }
    for grant in stored.grants.prefix(FleetConfiguration.mostRunsBound) { restore(grant) }
  }

  private mutating func succeed(_ stored: StoredFleet) {
    if stored.isAccepted {
      session.succeeds = stored.mark
    } else {
      // The database may or may not have taken in the first exchange of this session: it is repeated.
      session.id = stored.mark.session
      session.succeeds = stored.succeeds
    }
  }

  private mutating func restore(_ stored: StoredGrant) {
    let state: Holding.State =
      if let end = stored.end { .ended(end) } else if let release = stored.release {
        .released(release)
      } else { .unsure }
    holdings.append(
      Holding(
        id: stored.id, grant: stored.grant, state: state, begin: stored.begin, revision: store.revision))
  }
}
