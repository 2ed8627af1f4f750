package import SchedulerCore

/// The state that survives the agent.
package struct StoredFleet: Hashable, Sendable {
  /// The number of this state, which rises with each state of one agent's life.
  package var revision: Int64
  /// Whether the file has to survive a loss of power (`fsync`). A state that differs from the one before by
  /// its session's progress only is of no use after a reboot.
  package var isDurable: Bool
  /// The boot's identifier in which the rest was written.
  package var boot: String
  /// The session, and the highest sequence that may have been sent.
  package var mark: SessionMark
  /// Whether the database has accepted the session.
  package var isAccepted: Bool
  /// The session that this one follows, until the database has accepted this one.
  package var succeeds: SessionMark?
  /// The last lease, in this boot.
  package var lease: FleetLease?
  /// The grants that the agent holds, in order.
  package var grants: [StoredGrant]

  /// Creates a state of the given session and grants.
  package init(
    revision: Int64, isDurable: Bool, boot: String, mark: SessionMark, isAccepted: Bool,
    succeeds: SessionMark?, lease: FleetLease?, grants: [StoredGrant]
  ) {
    self.revision = revision
    self.isDurable = isDurable
    self.boot = boot
    self.mark = mark
    self.isAccepted = isAccepted
    self.succeeds = succeeds
    self.lease = lease
    self.grants = grants
  }
}

/// A grant as it is stored.
package struct StoredGrant: Hashable, Sendable {
  /// The grant's name.
  package var id: GrantID
  /// The grant itself; `nil` for a task that the daemon held and the agent did not know.
  package var grant: Grant?
  /// The begin of the grant's run, as far as the agent knows.
  package var begin: RunBegin?
  /// The grant's end, if it has ended and the database has not acknowledged that.
  package var end: RunReport?
  /// The grant's release, if the database has not acknowledged it.
  package var release: GrantRelease?

  /// Creates a stored grant.
  package init(
    id: GrantID, grant: Grant?, begin: RunBegin? = nil, end: RunReport? = nil, release: GrantRelease? = nil
  ) {
    (self.id, self.grant, self.begin, self.end, self.release) = (id, grant, begin, end, release)
  }
}

/// The lease of a session, as the machine counts it: from when it sent the exchange.
package struct FleetLease: Hashable, Sendable {
  /// The moment at which the last good exchange was sent.
  package let sent: BootTime
  /// The length of the lease, at most an hour.
  package let length: TimeSpan

  /// Creates a lease that counts from the sending of an exchange.
  package init(sent: BootTime, leaseUSec: Int64) {
    self.sent = sent
    length = TimeSpan(uSec: min(max(leaseUSec, 0), 3_600_000_000))
  }

  /// The moment at which fleet runs are told to stop: half of the lease (30 s of 60 s).
  package var stopAt: BootTime { sent + TimeSpan(uSec: length.uSec / 2) }
  /// The moment at which the daemon kills: five sixths of the lease (50 s of 60 s).
  package var trust: Trust { Trust(until: sent + TimeSpan(uSec: length.uSec / 6 * 5)) }
}
