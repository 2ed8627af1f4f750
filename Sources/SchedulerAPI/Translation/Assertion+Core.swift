package import SchedulerCore

extension SchedulerMethod.BeginAssertion.Parameters {
  /// Returns the assertion that the caller asks for.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)`` when `why` is not one line.
  package func assertion(
    of uid: UInt32, on connection: ConnectionID, pid: Int32?, process: RunID?, at now: WallTime
  ) throws(SchedulerInterfaceError) -> Assertion {
    try FieldCheck.line(why, field: "why")
    return Assertion(
      connection: connection, uid: uid, why: why, limit: limitDurationUSec.map(TimeSpan.init(uSec:)),
      pid: pid,
      process: process, since: now)
  }
}

extension Wire.Assertion {
  /// An assertion as callers see it.
  package init(_ snapshot: AssertionSnapshot) {
    let assertion = snapshot.assertion
    self.init(
      why: assertion.why, uid: assertion.uid, pid: assertion.pid.map(Int.init),
      sinceUSec: assertion.since.uSec, limitDurationUSec: assertion.limit?.uSec,
      remainingDurationUSec: snapshot.remaining?.uSec, reason: snapshot.reason.map { Wire.Reason($0) })
  }
}
