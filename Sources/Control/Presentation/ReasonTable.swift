import SchedulerAPI
import SystemdSyntax

/// Reasons as `explain` and `submit` show them.
enum ReasonTable {
  static func make(_ reasons: [Wire.Reason], for invocation: Invocation) -> Table {
    var table = Table([
      .init(heading: "REASON", minimumWidth: 8),
      .init(heading: "MESSAGE", minimumWidth: 16),
      .init(heading: "REQUIRED", minimumWidth: 8, dropRank: 1),
      .init(heading: "OBSERVED", minimumWidth: 8, dropRank: 2),
      .init(heading: "SINCE", minimumWidth: 10, dropRank: 0),
    ])
    table.wraps = true
    for reason in reasons {
      table.rows.append([
        .init(reason.code.splitWords, .yellow),
        .init(invocation.withDatesOfZone(reason.message)),
        .init(invocation.withDatesOfZone(reason.required ?? "")),
        .init(invocation.withDatesOfZone(reason.observed ?? "")),
        .init(reason.sinceUSec.map(invocation.date) ?? ""),
      ])
    }
    return table
  }
}
