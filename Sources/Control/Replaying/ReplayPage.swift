import Replay
import SchedulerAPI
import SystemdSyntax

/// The page of a replay: its figures, above the picture of its runs.
struct ReplayPage {
  private let timeline: ReplayTimeline
  private let input: ReplayInput
  private let table: Table
  private let notes: [String]
  private let invocation: Invocation

  init(_ results: [ReplayedDevice], of input: ReplayInput, _ tables: ReplayTables, for invocation: Invocation)
  {
    timeline = ReplayTimeline(results, of: input.replay)
    (self.input, self.invocation) = (input, invocation)
    (table, notes) = (tables.figures, tables.notes)
  }

  var text: String {
    let frame = frame
    let pictures = timeline.parts.map { part in
      // Ages count from the end of the record, and not from today.
      TimelineHTML(part, for: invocation.asOf(part.untilUSec), in: frame)
    }
    guard let first = pictures.first else { return "" }
    return first.text(whenEmpty: "No task would have run.", followedBy: Array(pictures.dropFirst()))
  }

  private var frame: TimelineHTML.Frame {
    let names = input.replay.columns.map { SafeText.inline($0.name) }.joined(separator: ", ")
    let traces = input.replay.traces
    let devices =
      traces.count == 1 ? "the device \(SafeText.inline(traces[0].name))" : "\(traces.count) devices"
    let summary =
      "How bgtaskd would have run \(input.words.work) on \(devices), "
      + "with \(input.replay.columns.count == 1 ? "these settings" : "each of these settings"): \(names). "
      + "The scheduler is the real one; programs are simulated."
    return TimelineHTML.Frame(
      title: "Replay of \(input.words.record)", paragraphs: [summary, period] + notes, figures: figures,
      style: Self.style, noteHeading: "At the record's end")
  }

  /// The sentence about the time that is shown, with the runs in it.
  private var period: String {
    let counts = timeline.parts.reduce(into: [:]) { $0.merge($1.counts, uniquingKeysWith: +) }
    let runs = counts.values.reduce(0, +)
    let parts = TimelineKind.allCases.reversed().compactMap { kind in
      counts[kind].map { "\($0) \(kind.word)" }
    }
    let dates = [timeline.parts.first?.sinceUSec, timeline.parts.last?.untilUSec].compactMap(\.self).map {
      TimestampSyntax.format($0, zone: invocation.context.zone)
    }
    return "From \(dates.joined(separator: " to ")): \(runs) \(runs == 1 ? "run" : "runs")"
      + (parts.isEmpty ? "." : ": \(parts.joined(separator: ", ")).")
  }

  private var figures: String {
    let shown = table.columns.indices.filter { column in table.rows.contains { !$0[column].text.isEmpty } }
    func cells(_ tag: String, _ texts: [String]) -> String {
      let cells = zip(shown, texts).map { column, text in
        "<\(tag)\(table.columns[column].isRightAligned ? " class=\"number\"" : "")>"
          + "\(MarkupText.escaped(text))</\(tag)>"
      }
      return "<tr>\(cells.joined())</tr>\n"
    }
    let rows = table.rows.map { row in cells("td", shown.map { row[$0].text }) }
    let head = cells("th", shown.map { table.columns[$0].heading.lowercased() })
    return "<div class=\"figures\"><table aria-label=\"Figures of each policy\">\n"
      + "<thead>\n\(head)</thead>\n"
      + "<tbody>\n\(rows.joined())</tbody>\n</table></div>\n"
  }

  /// The figures stay a table on a narrow screen, too, where it scrolls.
  private static let style = """
    .figures { overflow-x: auto; margin-bottom: 1.2rem; }
    .figures table { display: table; width: auto; table-layout: auto; font-size: .9rem; }
    .figures thead { display: table-header-group; } .figures tbody { display: table-row-group; }
    .figures tr { display: table-row; }
    .figures th, .figures td { display: table-cell; padding: .25rem 1.4rem .25rem 0; }
    .figures td { font-variant-numeric: tabular-nums; }
    .figures .number { text-align: right; white-space: nowrap; }
    h2 { margin: 1.6rem 0 0; font-size: 1rem; font-weight: 600; }

    """
}

extension Invocation {
  /// Returns the same command at another date.
  fileprivate func asOf(_ uSec: Int64) -> Invocation {
    var context = context
    context.now = { uSec }
    return Invocation(line: line, context: context, commands: commands)
  }
}
