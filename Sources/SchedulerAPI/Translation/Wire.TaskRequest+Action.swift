package import SchedulerCore
import SystemdSyntax

extension Wire.TaskRequest {
  /// The request of a task that was made for another task's action.
  /// - Parameter helper: The program that gives the report (`bgtask-helper act`); without it there is none.
  package init?(actionOf task: ScheduledTask, helper: String?) {
    guard let line = task.program, let cause = task.cause, let words = try? Words.split(line) else {
      return nil
    }
    let reporter = helper.map { path in
      [path, "act", "--trigger", cause.trigger.rawValue, "--of", cause.identifier]
        + (cause.runID.map { ["--run", $0.text] } ?? []) + ["--"]
    }
    self.init(
      identifier: task.request.identifier, kind: task.request.kind,
      deadlineUSec: task.request.deadline?.uSec, onDeadline: task.request.onDeadline, requiresIdle: false,
      runtimeLimitDurationUSec: task.request.runtimeLimit?.uSec,
      command: Wire.Command(argv: (reporter ?? []) + words))
  }
}
