import LinuxSystem
import SchedulerAPI
import SchedulerCore
import SystemdSyntax

/// Tasks as `list` shows them.
enum TaskTable {
  static func make(_ tasks: [Wire.Task], for invocation: Invocation, showsUsers: Bool) -> Table {
    var table = Table([
      .init(heading: "USER", minimumWidth: 6, dropRank: 3),
      .init(heading: "IDENTIFIER", minimumWidth: 16),
      .init(heading: "LABEL", minimumWidth: 8, dropRank: 1),
      .init(heading: "STATE"),
      .init(heading: "KIND", dropRank: 1),
      .init(heading: "NEXT", dropRank: 0),
      .init(heading: "PROGRESS", dropRank: 5),
      .init(heading: "RATE", isRightAligned: true, dropRank: 2),
      .init(heading: "LEFT", dropRank: 3),
      .init(heading: "WHY", minimumWidth: 12, dropRank: 4),
    ])
    for task in tasks {
      let next = nextDate(task, now: invocation.now)
      let progress = progress(task, for: invocation)
      table.rows.append([
        .init(showsUsers ? UserAccount(uid: task.uid).name : ""),
        .init(task.request.identifier, .bold),
        .init(task.request.label ?? ""),
        .init(task.state.rawValue, style(task.state)),
        .init(task.request.kind.rawValue),
        .init(next.map(invocation.shortDate) ?? ""),
        .init(progress?.bar ?? "", style(task.state)),
        .init(progress?.rate ?? ""),
        .init(
          next.map { TimestampSyntax.formatRelative($0, now: invocation.now) } ?? progress?.remaining ?? ""),
        .init(why(task)),
      ])
    }
    return table
  }

  static func style(_ state: Wire.TaskState) -> Style {
    switch state {
    case .waiting: .yellow
    case .launching: .cyan
    case .running: .green
    case .expiring: .red
    }
  }

  /// When a waiting task is due, if that is yet to come.
  private static func nextDate(_ task: Wire.Task, now: Int64) -> Int64? {
    guard task.state == .waiting, let date = task.request.earliestBeginUSec, date > now else { return nil }
    return date
  }

  /// How far its run is; nil while it waits.
  static func progress(_ task: Wire.Task, for invocation: Invocation) -> RunProgress? {
    guard task.state != .waiting else { return nil }
    return RunProgress(
      task.progress, elapsedUSec: RunProgress.elapsed(from: task.startedUSec, to: invocation.now),
      request: task.request, drawing: invocation.progressBar(columns: invocation.console.output.width))
  }

  /// Why it waits or has to stop, or what it does.
  static func why(_ task: Wire.Task) -> String {
    if let reason = task.reason?.message { return reason }
    let own = RunProgress.title(task.progress?.title, task.progress?.subtitle)
    if task.state == .waiting || !own.isEmpty { return own }
    return RunProgress.title(task.request.title, task.request.subtitle)
  }
}
