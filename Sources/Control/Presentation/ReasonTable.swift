import SchedulerAPI
import SchedulerCore
import SystemdSyntax

/// Reasons as `explain` and `submit` show them.
enum ReasonTable {
  /// - Parameter lastEnd: The date on which the task's last run ended, as far as it is known: the wait for
  ///   the next date of a repeating task began then, which the daemon does not say.
  static func make(_ reasons: [Wire.Reason], for invocation: Invocation, lastEnd: Int64? = nil) -> Table {
    var table = Table([
      .init(heading: "REASON", minimumWidth: 8),
      .init(heading: "MESSAGE", minimumWidth: 16),
      .init(heading: "REQUIRED", minimumWidth: 8, dropRank: 1),
      .init(heading: "OBSERVED", minimumWidth: 8, dropRank: 2),
      .init(heading: "SINCE", minimumWidth: 10, dropRank: 0),
    ])
    table.wraps = true
    for reason in reasons {
      let isDate = reason.code == ReasonCode.earliestBegin.rawValue
      let since = reason.sinceUSec ?? lastEnd.flatMap { isDate && $0 <= invocation.now ? $0 : nil }
      table.rows.append([
        .init(reason.code.splitWords, .yellow),
        .init(invocation.withDatesOfZone(reason.message)),
        .init(invocation.withDatesOfZone(reason.required ?? "")),
        .init(invocation.withDatesOfZone(reason.observed ?? "")),
        .init(since.map(invocation.date) ?? ""),
      ])
    }
    return table
  }
}
