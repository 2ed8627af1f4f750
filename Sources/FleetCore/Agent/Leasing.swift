import SchedulerCore

/// The lease of the session, and the daemon's leases on tasks that follow from it.
extension FleetAgent {
  /// Ends everything that the machine holds when the last good exchange is too long ago. The database may
  /// give it to others at the lease's end, so nothing that is told to stop is renewed when the database is
  /// back.
  mutating func loseLeaseWhenDue(at now: BootTime) {
    guard let lease = session.lease, lease.stopAt <= now else { return }
    session.lease = nil
    let concerned = holdings.filter(\.isOpen)
    guard !concerned.isEmpty else { return }
    for holding in concerned { stop(holding.id, .leaseLost, at: now) }
    directives.append(.tell(.leaseLost(grants: concerned.count)))
  }

  /// Renews the daemon's leases. Tasks that are to stop are left to theirs.
  mutating func renew() {
    guard let lease = session.lease, hasDaemon else { return }
    let renewed = holdings.filter(\.isRenewed).map(\.id)
    if !renewed.isEmpty { directives.append(.renew(renewed, lease.trust)) }
  }
}
