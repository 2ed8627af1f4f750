import FleetCore
import PlainText
import SchedulerAPI
import SchedulerCore
import Varlink

/// The task that a grant becomes in the daemon.
enum LocalTask {
  /// Returns the request for a grant's task: the submitted request, with what the fleet decides instead of
  /// the daemon. The request has no earliest begin: the database has granted it, and the machine's clock may
  /// be behind.
  /// - Parameter now: The date of the machine's clock, which the daemon has as well.
  /// - Throws: ``Varlink/InvalidValue`` when the request is none.
  static func request(
    _ submission: GrantSubmission, at now: WallTime
  ) throws(InvalidValue) -> Wire.TaskRequest {
    let grant = submission.grant
    var request = try Wire.TaskRequest(json: Array(grant.request.utf8), refusesUnknown: true)
    request.identifier = GrantName.identifier(of: grant.id)
    request.onConflict = .keep
    request.judgement = .eager
    request.label =
      request.label
      ?? SingleLine.cleaned(grant.identifier, maximumBytes: Wire.TaskRequest.Bounds.label.upperBound)
    request.earliestBeginUSec = nil
    request.deadlineUSec = submission.timeLeft.map { (now + $0).uSec }
    request.onDeadline = submission.timeLeft.map { _ in .drop }
    // The database grants the occurrence again, on whichever machine.
    request.retry = Wire.Retry(backoff: .none)
    (request.repeatDurationUSec, request.calendar, request.pathChange) = (nil, nil, nil)
    request.trustedUntilUSec = submission.trust.until.uSec
    let environment = request.command?.environment ?? [:]
    request.command?.environment = environment.merging([RequestLimits.fenceVariable: String(grant.id.epoch)])
    { _, new in new }
    return request
  }
}

extension RunBegin {
  /// The begin of a grant's run; `nil` for the run of another task.
  init?(_ run: Wire.Run) {
    guard let id = GrantName.grant(of: run.identifier) else { return nil }
    self.init(id: id, runId: run.runId, startedUSec: run.startedUSec)
  }
}

extension RunReport {
  /// The end of a grant's run; `nil` for the run of another task, and for one that lasts.
  init?(_ run: Wire.Run) {
    guard let id = GrantName.grant(of: run.identifier), let outcome = run.outcome, let ended = run.endedUSec
    else { return nil }
    self.init(
      id: id, outcome: outcome, success: run.success ?? false,
      exitStatus: run.exitStatus, signal: run.signal, runId: run.runId, startedUSec: run.startedUSec,
      endedUSec: ended, message: run.stopReason?.message)
  }
}
