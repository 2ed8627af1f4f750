package import SchedulerCore
package import Varlink

extension Wire.Task {
  /// A task as callers see it.
  /// - Parameters:
  ///   - request: The submitted request, from the store. Dates move on with every period of a repeating task,
  ///     and idleness has a default, so these come from the core's task.
  ///   - reason: The first reason why the task waits.
  package init(
    _ snapshot: TaskSnapshot, request: Wire.TaskRequest, reason: SchedulerCore.Reason? = nil
  ) {
    var request = request
    request.earliestBeginUSec = snapshot.task.shownDate?.uSec
    request.deadlineUSec = snapshot.task.request.deadline?.uSec
    request.requiresIdle = snapshot.task.requirements.contains(.idle)
    request.trustedUntilUSec = snapshot.task.lease?.until.uSec
    self.init(snapshot, .value(request), reason: reason)
  }

  private init(
    _ snapshot: TaskSnapshot, _ request: MessagePart<Wire.TaskRequest>, reason: SchedulerCore.Reason?
  ) {
    let task = snapshot.task
    self.init(
      requestPart: request, uid: task.uid, state: snapshot.state,
      submittedUSec: task.submitted.uSec, attempt: task.attempt,
      runId: (snapshot.run?.id ?? task.runID)?.text,
      progress: snapshot.run?.progress.map { Wire.Progress($0) },
      reason: (reason ?? snapshot.lack).map { Wire.Reason($0) },
      startedUSec: snapshot.run?.started.uSec, declaredIn: snapshot.declaredIn,
      application: snapshot.application,
      unobserved: snapshot.unobserved?.names, unknownConditions: snapshot.unobserved?.policy,
      overdue: task.isOverdue || task.lacksSuccess ? true : nil,
      withoutSuccessSinceUSec: task.request.overdueAfter.map { _ in
        (task.withoutSuccessSince ?? task.submitted).uSec
      }, causedBy: task.cause?.identifier, usualDurationUSec: task.usualLength?.uSec,
      resumes: task.resumes ? true : nil, runtimeLimitDurationUSec: snapshot.runtimeLimit?.uSec,
      notBeforeUSec: task.notBefore?.uSec)
  }

  /// A task as callers see it, from the core's part only.
  package init(_ snapshot: TaskSnapshot, reason: SchedulerCore.Reason? = nil) {
    let known = snapshot.task.request
    var request = Wire.TaskRequest(
      identifier: known.identifier, kind: known.kind, runtimeLimitDurationUSec: known.runtimeLimit?.uSec,
      repeatDurationUSec: known.repeatEvery?.uSec)
    request.requirements = known.requirements
    self.init(snapshot, request: request, reason: reason)
  }

  /// A task as callers see it, with the request from the store, which is passed on without being parsed.
  /// - Throws: ``Varlink/InvalidValue`` when `payload` is not an object.
  package init(
    _ snapshot: TaskSnapshot, payload: [UInt8], reason: SchedulerCore.Reason? = nil
  ) throws(InvalidValue) {
    let task = snapshot.task
    // The fields that come from the core's task, as above.
    let request = try JSONReplacement([
      "deadlineUSec": task.request.deadline.map { .integer($0.uSec) },
      "earliestBeginUSec": task.shownDate.map { .integer($0.uSec) },
      "requiresIdle": .flag(task.requirements.contains(.idle)),
      "trustedUntilUSec": task.lease.map { .integer($0.until.uSec) },
    ]).applied(to: payload)
    self.init(snapshot, .json(request), reason: reason)
  }
}

extension [Wire.Task] {
  /// The tasks by user and name, as people look for them.
  package var sortedByName: [Wire.Task] {
    sorted { ($0.uid, $0.request.identifier) < ($1.uid, $1.request.identifier) }
  }
}
