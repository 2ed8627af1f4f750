import SchedulerAPI
import SystemdSyntax

/// What stands at the end of a task's row: what it does, what it waits for, or how it ended last.
struct TimelineNote {
  let text: String
  let style: Style

  init(_ row: TimelineRow, for invocation: Invocation) {
    let now = invocation.now
    let last = row.last.map(RunResult.init)
    switch (row.standing(now: now), row.task) {
    case (.running, let task?):
      let elapsed = RunProgress.elapsed(from: task.startedUSec, to: now).map {
        " for " + TimeSpanSyntax.format($0, accuracy: 1_000_000, maximumUnits: 2)
      }
      text = TaskStanding.running.word(task.state) + (elapsed ?? "")
      style = TimelineKind.running.style
    case (.overdue, let task?), (.blocked, let task?):
      (text, style) = (TaskTable.why(task, isDated: false), .yellow)
    case (.scheduled, let task?) where last == nil:
      (text, style) = ("begins " + invocation.shortDate(task.request.earliestBeginUSec ?? now), .plain)
    default:
      text = last?.words(ended: row.last?.endedUSec, now: now) ?? ""
      style = last?.isFailure == true ? .red : .plain
    }
  }
}
