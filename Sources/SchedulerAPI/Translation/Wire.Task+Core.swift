public import SchedulerCore

extension Wire.Task {
  /// A task as callers see it.
  /// - Parameters:
  ///   - request: What was submitted, from the store. Dates move on with every period of a repeating task,
  ///     and idleness has a default, so these come from the core's task.
  ///   - reason: The first reason why it waits.
  public init(
    _ snapshot: TaskSnapshot, request: Wire.TaskRequest, reason: SchedulerCore.Reason? = nil
  ) {
    let task = snapshot.task
    var request = request
    request.earliestBeginUSec = task.request.earliestBegin?.uSec
    request.deadlineUSec = task.request.deadline?.uSec
    request.requiresIdle = task.requirements.contains(.idle)
    self.init(
      request: request, uid: task.uid, state: snapshot.state,
      submittedUSec: task.submitted.uSec, attempt: task.attempt,
      runId: (snapshot.run?.id ?? task.runID)?.text,
      progress: snapshot.run?.progress.map { Wire.Progress($0) },
      reason: (reason ?? snapshot.lack).map { Wire.Reason($0) },
      startedUSec: snapshot.run?.started.uSec, declaredIn: snapshot.declaredIn,
      application: snapshot.application)
  }
}
