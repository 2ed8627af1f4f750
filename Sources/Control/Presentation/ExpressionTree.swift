import SchedulerAPI
import SchedulerCore

/// An expression part by part, as `explain` shows it: each part's state and observed value.
enum ExpressionTree {
  static func show(_ parts: [Wire.ExpressionPart], on invocation: Invocation) {
    var table = Table([
      .init(heading: "CONDITION", minimumWidth: 16),
      .init(heading: "STATE", minimumWidth: 8),
      .init(heading: "OBSERVED", minimumWidth: 8, dropRank: 3),
      .init(heading: "FROM", minimumWidth: 6, dropRank: 0),
      .init(heading: "SINCE", minimumWidth: 10, dropRank: 1),
      .init(heading: "CHANGES", minimumWidth: 10, dropRank: 2),
    ])
    table.wraps = true
    for part in parts {
      let indent = String(repeating: "  ", count: Int(min(max(part.depth, 0), 16)))
      table.rows.append([
        .init(indent + SafeText.inline(part.text)),
        .init(part.state.rawValue, style(part.state)),
        .init(SafeText.inline(part.observed ?? "")),
        .init(SafeText.inline(part.source ?? "")),
        .init(part.sinceUSec.map(invocation.date) ?? ""),
        .init(part.untilUSec.map(invocation.date) ?? ""),
      ])
    }
    invocation.show(table, indent: 2)
  }

  private static func style(_ state: Wire.PartState) -> Style {
    switch state {
    case .holds: .green
    case .lacks: .yellow
    case .settles: .cyan
    case .unknown: .dim
    }
  }
}
