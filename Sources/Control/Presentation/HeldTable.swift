import SchedulerAPI
import SystemdSyntax

/// The assertions, as `list` shows them.
enum HeldTable {
  static func make(_ assertions: [Wire.Assertion], for invocation: Invocation) -> Table {
    var table = Table([
      .init(heading: "USER", minimumWidth: 6, dropRank: 1),
      .init(heading: "HELD FOR", minimumWidth: 16, isKey: true),
      .init(heading: "SINCE", dropRank: 0),
      .init(heading: "LEFT", minimumWidth: 6),
      .init(heading: "PROCESS", minimumWidth: 7, dropRank: 2),
    ])
    table.wraps = true
    for one in assertions {
      table.rows.append([
        .init(invocation.shownUser(one.uid)),
        .init(one.why, .bold),
        .init(span(max(invocation.now - one.sinceUSec, 0))),
        left(one),
        .init(one.pid.map { "\($0)" } ?? ""),
      ])
    }
    return table
  }

  /// Returns the time that is left. An assertion without a limit is only waited for when the machine goes.
  private static func left(_ one: Wire.Assertion) -> Table.Cell {
    if let reason = one.reason { return .init("told to end: \(reason.code.splitWords)", .yellow) }
    return .init(one.remainingDurationUSec.map(span) ?? "until the machine goes")
  }

  private static func span(_ uSec: Int64) -> String {
    uSec < 1_000_000 ? "0s" : TimeSpanSyntax.format(uSec / 1_000_000 * 1_000_000)
  }
}
