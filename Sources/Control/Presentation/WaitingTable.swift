import SchedulerAPI
import SystemdSyntax

/// The waits for conditions without a task, as `list` shows them.
enum WaitingTable {
  static func make(_ waiting: [Wire.Waiting], for invocation: Invocation) -> Table {
    var table = Table([
      .init(heading: "USER", minimumWidth: 6, dropRank: 1),
      .init(heading: "WAITING", minimumWidth: 16, isKey: true),
      .init(heading: "FOR", dropRank: 0),
      .init(heading: "MISSING", minimumWidth: 12),
    ])
    table.wraps = true
    for one in waiting {
      table.rows.append([
        .init(invocation.shownUser(one.uid)),
        .init(one.name ?? "wait-for", .bold),
        .init(TimeSpanSyntax.format(max(invocation.now - one.sinceUSec, 0) / 1_000_000 * 1_000_000)),
        .init(one.missing.joined(separator: ", ")),
      ])
    }
    return table
  }
}
