import SchedulerAPI
import SchedulerCore

extension TaskRun {
  /// What the launch handler is given: the class that belongs to the request's.
  func makeTask() -> BGTask {
    let request = launch.task.request
    switch request.kind {
    case .refresh: return BGAppRefreshTask(self)
    case .processing:
      return HealthResearch.made(request) ? BGHealthResearchTask(self) : BGProcessingTask(self)
    case .continued: return BGContinuedProcessingTask(self)
    }
  }
}
