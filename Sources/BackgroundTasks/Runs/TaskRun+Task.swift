import SchedulerAPI
import SchedulerCore

extension TaskRun {
  /// Whether a person started the run.
  var isContinued: Bool { launch.task.request.kind == .continued }

  /// Returns the launch handler's argument: a task of the class that belongs to the request's.
  func makeTask() -> BGTask {
    let request = launch.task.request
    switch request.kind {
    case .refresh: return BGAppRefreshTask(self)
    case .processing, .transfer:
      return HealthResearch.made(request) ? BGHealthResearchTask(self) : BGProcessingTask(self)
    case .continued: return BGContinuedProcessingTask(self)
    }
  }

  /// Returns the run of a task that a test of an application has made. No scheduler launched it, so it has no
  /// identifier, and its end is not reported.
  static func ofNobody() -> TaskRun {
    let task = Wire.Task(
      request: .init(identifier: "", kind: .refresh), uid: 0, state: .running, submittedUSec: 0, attempt: 1,
      runId: "")
    return TaskRun(
      .init(runId: "", task: task, limitUSec: 0), place: .queue(LaunchHandler.queue(for: "")),
      backend: AbsentBackend())
  }
}
