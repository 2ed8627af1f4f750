import SchedulerAPI
import SchedulerCore

/// The standing of a task as people see it, the most important first.
enum TaskStanding: Int, Comparable, CaseIterable {
  /// A run is about to begin, under way, or told to stop.
  case running
  /// The last run failed, and the task waits for another one.
  case failing
  /// The task should have begun or succeeded by now.
  case overdue
  /// The task is due, and waits for another reason.
  case blocked
  /// The task's date has not come.
  case scheduled

  init(_ task: Wire.Task, now: Int64) {
    self =
      if task.state != .waiting {
        .running
      } else if task.lastRun.map({ RunResult($0).isFailure }) ?? (task.attempt > 1) {
        .failing
      } else if task.overdue == true {
        .overdue
      } else if let date = task.request.earliestBeginUSec, date > now {
        .scheduled
      } else {
        .blocked
      }
  }

  static func < (left: TaskStanding, right: TaskStanding) -> Bool { left.rawValue < right.rawValue }

  /// Returns the standing in one word for people.
  func word(_ state: Wire.TaskState) -> String {
    switch (self, state) {
    case (.running, .launching): "starting"
    case (.running, .expiring): "stopping"
    case (.running, _): "running"
    case (.failing, _): "failing"
    case (.overdue, _): "overdue"
    case (.blocked, _): "waiting"
    case (.scheduled, _): "scheduled"
    }
  }

  func style(_ state: Wire.TaskState) -> Style {
    switch self {
    case .running: TaskTable.style(state)
    case .failing, .overdue: .red
    case .blocked: .yellow
    case .scheduled: .plain
    }
  }
}
