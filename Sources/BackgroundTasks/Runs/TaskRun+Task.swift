import SchedulerAPI
import SchedulerCore

extension TaskRun {
  /// A person started it.
  var isContinued: Bool { launch.task.request.kind == .continued }

  /// What the launch handler is given: the class that belongs to the request's.
  func makeTask() -> BGTask {
    let request = launch.task.request
    switch request.kind {
    case .refresh: return BGAppRefreshTask(self)
    case .processing, .transfer:
      return HealthResearch.made(request) ? BGHealthResearchTask(self) : BGProcessingTask(self)
    case .continued: return BGContinuedProcessingTask(self)
    }
  }

  /// What a task stands on that a test of an application has made: nobody launched it, so it has no
  /// identifier, and nobody hears of its end.
  static func ofNobody() -> TaskRun {
    let task = Wire.Task(
      request: .init(identifier: "", kind: .refresh), uid: 0, state: .running, submittedUSec: 0, attempt: 1,
      runId: "")
    return TaskRun(
      .init(runId: "", task: task, limitUSec: 0), place: .queue(LaunchHandler.queue(for: "")),
      backend: AbsentBackend())
  }
}
