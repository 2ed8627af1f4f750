package import SchedulerCore

extension Wire.Run {
  /// A run as callers see it.
  package init(_ run: SchedulerCore.Run) {
    self.init(
      runId: run.id.text, identifier: run.identifier, uid: run.uid, kind: run.kind,
      attempt: run.attempt, startedUSec: run.started.uSec, endedUSec: run.ended?.uSec,
      outcome: run.outcome, success: run.success, exitStatus: run.exitStatus,
      stopReason: run.stopReason.map { Wire.Reason($0) }, progress: run.progress.map { Wire.Progress($0) },
      signal: run.signal, durationUSec: run.length?.uSec,
      waitedSinceUSec: run.wait?.since.uSec, waitedFor: run.wait?.reason?.rawValue,
      launch: Wire.LaunchMilestones(run.milestones))
  }
}

extension Wire.LaunchMilestones {
  /// Milestones as callers see them; `nil` when there are none.
  package init?(_ milestones: SchedulerCore.LaunchMilestones) {
    guard !milestones.isEmpty else { return nil }
    self.init(
      startedAfterUSec: milestones.started?.uSec, connectedAfterUSec: milestones.connected?.uSec,
      registeredAfterUSec: milestones.registered?.uSec, deliveredAfterUSec: milestones.delivered?.uSec,
      handledAfterUSec: milestones.handled?.uSec, usualUSec: milestones.usual?.uSec)
  }
}

extension Wire.Run {
  /// Whether the run has succeeded, as the core sees it.
  package var hasSucceeded: Bool { SchedulerCore.Run.hasSucceeded(outcome, success: success) }

  /// Whether the run has failed, and neither its owner nor the machine has ended it, as the core sees it.
  package var hasFailed: Bool {
    SchedulerCore.Run.hasFailed(
      outcome, success: success, because: stopReason.flatMap { ReasonCode(rawValue: $0.code) })
  }
}

extension Wire.Progress {
  /// A progress report as callers see it.
  package init(_ progress: SchedulerCore.Progress) {
    self.init(
      completedUnitCount: progress.completedUnitCount, totalUnitCount: progress.totalUnitCount,
      title: progress.title, subtitle: progress.subtitle)
  }

  /// Checks every field of a report and returns the core's form.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``.
  package func checked() throws(SchedulerInterfaceError) -> SchedulerCore.Progress {
    try checkBounds(at: "progress.")
    try FieldCheck.line(title, field: "progress.title")
    try FieldCheck.line(subtitle, field: "progress.subtitle")
    return SchedulerCore.Progress(
      completedUnitCount: completedUnitCount, totalUnitCount: totalUnitCount, title: title,
      subtitle: subtitle)
  }
}

extension Wire.NextAttempt {
  /// Checks every field and returns the core's form.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``.
  package func checked() throws(SchedulerInterfaceError) -> SchedulerCore.NextAttempt {
    try checkBounds(at: "next.")
    return SchedulerCore.NextAttempt(
      hasProgressed: hasProgressed ?? false, notBefore: notBeforeDurationUSec.map { TimeSpan(uSec: $0) })
  }
}

extension Wire.Reason {
  /// A reason as callers see it.
  package init(_ reason: SchedulerCore.Reason) {
    self.init(
      code: reason.code.rawValue, message: reason.message, required: reason.required,
      observed: reason.observed, sinceUSec: reason.since?.uSec)
  }
}
