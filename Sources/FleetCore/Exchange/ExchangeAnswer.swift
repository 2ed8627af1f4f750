/// The database's answer to an exchange.
package enum ExchangeAnswer: Hashable, Sendable {
  /// The exchange counts.
  case accepted(ExchangeResult)
  /// The database refused the exchange, and nothing of it counts.
  case refused(Refusal)
}

/// The reason for which the database refuses a machine.
package enum RefusalCode: String, CaseIterable, Sendable {
  /// Another machine uses this identity.
  case identity
  /// Another machine or role has this name.
  case name
  /// The database speaks no version that the agent knows.
  case version
  /// The session's exchanges do not follow one another: a clone has the same state.
  case sequence
  /// The role is no member of the fleet's machines.
  case notMember
}

/// The refusal of an exchange.
package struct Refusal: Hashable, Sendable {
  /// The reason, for programs.
  package let code: RefusalCode
  /// A sentence with what to do, for people.
  package let message: String

  /// Creates a refusal for this reason.
  package init(code: RefusalCode, message: String) { (self.code, self.message) = (code, message) }
}

/// The reason for which a run is told to stop.
package enum StopCode: String, CaseIterable, Sendable {
  /// The task was cancelled.
  case cancelled
  /// The grant is not this machine's any more.
  case notYours
  /// The machine could not renew its lease.
  case leaseLost
  /// The database refused the machine's identity.
  case identity
  /// The agent leaves the fleet.
  case leaving

  /// Whether the daemon has to record a cancellation, whose report ends the work for good. After every other
  /// stop it has to record a lost lease, and the database gives the work out again.
  package var isCancellation: Bool { self == .cancelled }
}

/// A grant that the machine holds and has to stop.
package struct GrantStop: Hashable, Sendable {
  /// The grant that has to stop.
  package let id: GrantID
  /// The reason: ``StopCode/cancelled`` or ``StopCode/notYours``.
  package let code: StopCode

  /// Creates the order to stop a grant.
  package init(id: GrantID, code: StopCode) { (self.id, self.code) = (id, code) }
}

/// The database's answer to one report.
package struct ReportAnswer: Hashable, Sendable {
  /// The grant that the report was about.
  package let id: GrantID
  /// The answer to the report.
  package let result: ReportResult

  /// Creates the answer to a report.
  package init(id: GrantID, result: ReportResult) { (self.id, self.result) = (id, result) }
}

/// The content of an exchange's answer that counts.
package struct ExchangeResult: Hashable, Sendable {
  /// The length of the session's lease in microseconds, from the exchange's moment on the database's clock.
  package var leaseUSec: Int64
  /// The length in microseconds until the exchange that the database wishes next.
  package var askAfterUSec: Int64
  /// The database's date in microseconds since the Unix epoch; `nil` in the answer to a mere renewal, which
  /// has neither grants nor classes.
  package var nowUSec: Int64?
  /// Whether something of the exchange was left out, because somebody's open transaction holds it: what the
  /// answer does not acknowledge is to be said again. Never in the answer to a session's first exchange.
  package var isBusy: Bool
  /// The change number of the classes.
  package var changed: Int64
  /// All classes of the machine's groups that have work; `nil` when the agent knows them already.
  package var classes: [WorkClass]?
  /// The occurrences that the machine holds from now on.
  package var grants: [Grant]
  /// The grants among them that cannot be read.
  package var unreadable: [UnreadableGrant]
  /// The answers to the exchange's reports.
  package var reports: [ReportAnswer]
  /// The grants that the machine has to stop.
  package var stops: [GrantStop]
  /// The length in microseconds until the next waiting occurrence of the machine's classes becomes due.
  package var due: Int64?

  /// Creates an answer that says nothing but that the lease is renewed.
  package init(leaseUSec: Int64 = 60_000_000, askAfterUSec: Int64 = 20_000_000, nowUSec: Int64? = nil) {
    self.leaseUSec = leaseUSec
    self.askAfterUSec = askAfterUSec
    self.nowUSec = nowUSec
    isBusy = false
    changed = 0
    classes = nil
    grants = []
    unreadable = []
    reports = []
    stops = []
    due = nil
  }
}
