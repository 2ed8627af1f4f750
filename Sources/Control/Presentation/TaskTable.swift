import SchedulerAPI
import SystemdSyntax

/// Tasks as `list` shows them.
enum TaskTable {
  static func make(_ tasks: [Wire.Task], for invocation: Invocation, showsUsers: Bool) -> Table {
    var table = Table([
      .init(heading: "USER", minimumWidth: 6, dropRank: 3),
      .init(heading: "IDENTIFIER", minimumWidth: 16),
      .init(heading: "STATE"),
      .init(heading: "KIND", dropRank: 1),
      .init(heading: "NEXT", dropRank: 0),
      .init(heading: "LEFT", dropRank: 2),
      .init(heading: "WHY", minimumWidth: 12, dropRank: 4),
    ])
    for task in tasks {
      let next = nextDate(task, now: invocation.now)
      table.rows.append([
        .init(showsUsers ? UserName.of(task.uid) : ""),
        .init(task.request.identifier, .bold),
        .init(task.state.rawValue, style(task.state)),
        .init(task.request.kind.rawValue),
        .init(next.map(invocation.shortDate) ?? ""),
        .init(next.map { TimestampSyntax.formatRelative($0, now: invocation.now) } ?? ""),
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

  /// Why it waits, or how far it is.
  static func why(_ task: Wire.Task) -> String {
    if task.state == .waiting { return task.reason?.message ?? "" }
    let progress = task.progress.map(progressText) ?? ""
    return progress.isEmpty ? task.reason?.message ?? task.request.title ?? "" : progress
  }

  /// `[######----]  60% Copying: photos`
  static func progressText(_ progress: Wire.Progress) -> String {
    let bar = ProgressBar.text(progress.completedUnitCount, of: progress.totalUnitCount)
    let text = [progress.title, progress.subtitle].compactMap(\.self).joined(separator: ": ")
    return [bar, text].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
