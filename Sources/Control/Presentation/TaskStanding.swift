import SchedulerAPI
import SchedulerCore

/// Where a task stands, as far as people have to do with it. What matters most comes first.
enum TaskStanding: Int, Comparable, CaseIterable {
  /// It works, or is about to, or was told to stop.
  case running
  /// Its last run failed, and it waits for another one.
  case failing
  /// It should have begun or succeeded by now.
  case overdue
  /// It is due, and something keeps it from running.
  case blocked
  /// Its date has not come.
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

  /// One word for people.
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
