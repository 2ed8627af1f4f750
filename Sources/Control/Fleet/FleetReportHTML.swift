import FleetAPI

/// A report of a fleet as a page that is one file, which loads nothing and runs nothing.
struct FleetReportHTML {
  /// The most lines of a list.
  private static let longestList = 100

  private let report: FleetReport
  private let prefix: String

  init(_ report: FleetReport) {
    self.report = report
    prefix = TaskTable.commonPrefix(report.reply.tasks.map(\.task.identifier))
  }

  /// The whole page.
  var text: String {
    HTMLPage.text(title: "Fleet", style: HTMLPage.style + Self.style + HTMLPage.paper, body: body)
  }

  private var body: String {
    let work = report.atWork.map { row, machine, cell, since in
      "<b>\(name(row))</b> \(cell.begun == true ? "runs on" : "was granted to") <b>\(Self.text(machine))</b> "
        + "since \(Self.text(date(since)))"
    }
    let waits = report.waiting.map { row, reason in "<b>\(name(row))</b> \(Self.text(reason))" }
    let missing = report.notSeen.map { machine in
      "<b>\(Self.text(machine.name))</b>"
        + (machine.lastSeenUSec.map { ", last seen \(Self.text(date($0)))" } ?? "")
    }
    return "<h1>Fleet</h1>\n<p>\(Self.text(report.summary))</p>\n"
      + list("At work", work) + list("Waiting", waits)
      + list("Not seen", missing, leftOut: max(report.reply.notSeenCount - missing.count, 0)) + grid + footer
  }

  private func date(_ uSec: Int64) -> String { report.invocation.date(uSec) }

  private static func text(_ text: String) -> String { "<bdi>\(MarkupText.escaped(text))</bdi>" }

  /// Returns a list under a heading, or nothing for an empty one.
  private func list(_ heading: String, _ lines: [String], leftOut: Int = 0) -> String {
    guard !lines.isEmpty else { return "" }
    let more = max(lines.count - Self.longestList, 0) + leftOut
    let rest = more > 0 ? "<li>and \(more) more</li>\n" : ""
    return "<h2>\(heading)</h2>\n<ul>\n"
      + lines.prefix(Self.longestList).map { "<li>\($0)</li>\n" }.joined() + rest + "</ul>\n"
  }

  /// Returns a row's name without what all names begin with. It may go on in another line after each dot.
  private func name(_ row: FleetWire.ReportRow) -> String {
    let rest = String(row.task.identifier.dropFirst(prefix.count))
    let parts = MarkupText.escaped(rest).split(separator: ".", omittingEmptySubsequences: false)
    let common = prefix.isEmpty ? "" : "<span>\(MarkupText.escaped(prefix))</span>"
    return "<bdi>\(common)\(parts.joined(separator: ".<wbr>"))</bdi>"
  }

  // MARK: Machines and tasks

  /// The columns: the machines, and at the end one for what no machine had.
  private var columns: [FleetWire.Machine?] {
    report.reply.machines.map(Optional.some) + (report.hasNowhere ? [nil] : [])
  }

  /// The table of machines and tasks. Roles repeat the meaning of elements, which is lost where a narrow
  /// screen has them stand below each other.
  private var grid: String {
    guard !report.reply.tasks.isEmpty else {
      return "<p>No task is open or has ended since then.</p>\n"
    }
    let columns = columns
    let heads = columns.map { machine in
      let state = machine.map { $0.state == "member" && $0.draining == true ? "draining" : $0.state }
      let note = state.flatMap { $0 == "member" ? nil : $0.splitWords }
      return "<th role=\"columnheader\"\(state == "notSeen" ? " class=\"failed\"" : "")>"
        + Self.text(machine?.name ?? "no machine") + (note.map { " <small>\(Self.text($0))</small>" } ?? "")
        + "</th>"
    }
    return """
      <h2>What ran where</h2>
      <div class="grid" tabindex="0" role="region" aria-label="What ran where">
      <table role="table">
      <thead role="rowgroup">
      <tr role="row"><th role="columnheader" class="name">Task</th><th role="columnheader">Now</th>\
      \(heads.joined())</tr>
      </thead>
      <tbody role="rowgroup">
      \(report.reply.tasks.map { row($0, columns) }.joined())</tbody>
      </table>
      </div>

      """
  }

  private func row(_ row: FleetWire.ReportRow, _ columns: [FleetWire.Machine?]) -> String {
    let task = row.task
    let counts = [(task.granted, "at work"), (task.waiting, task.waiting == 1 ? "waits" : "wait")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let now = counts.isEmpty ? task.state : counts.joined(separator: ", ")
    let kind = task.granted > 0 ? "running" : task.waiting > 0 ? "waiting" : ""
    return "<tr role=\"row\"><th role=\"rowheader\" class=\"name\">\(name(row)) "
      + "<small>\(Self.text("\(task.user), \(task.mode), \(task.group)"))</small></th>"
      + "<td role=\"cell\" class=\"now \(kind)\">\(Self.text(now))</td>"
      + columns.map { cell(report.cell(row, $0), on: $0) }.joined() + "</tr>\n"
  }

  /// Returns what a machine did of a task, and what it does.
  private func cell(_ cell: FleetWire.ReportCell?, on machine: FleetWire.Machine?) -> String {
    guard let cell else { return "<td role=\"cell\" class=\"none\"></td>" }
    var (kind, parts, told): (String, [String], [String]) = ("", [], [])
    if let since = cell.heldUSec {
      kind = "running"
      let word = cell.begun == true ? "runs" : "granted"
      parts.append("<b class=\"running\">▶</b> \(Self.text("\(word) since \(short(since))"))")
      told.append("\(word) since \(date(since))")
    }
    if let end = cell.last {
      let (word, mark) =
        end.success == true ? ("succeeded", "✓") : end.hasFailed ? ("failed", "✗") : ("stopped", "–")
      if kind.isEmpty { kind = word }
      let result = end.success == true ? "" : " " + Self.text(end.result)
      parts.append("<b class=\"\(word)\">\(mark)</b> \(Self.text(short(end.recordedUSec)))\(result)")
      told.append("\(end.result), \(date(end.recordedUSec))\(end.length.map { ", took \($0)" } ?? "")")
    }
    if cell.ends > 1 {
      let failures = cell.failures > 0 ? ", \(cell.failures) failed" : ""
      parts.append("<small>\(cell.ends) times\(failures)</small>")
      told.append("\(cell.ends) ends\(failures)")
    }
    return "<td role=\"cell\" class=\"\(kind)\" "
      + "data-machine=\"\(MarkupText.escaped(machine?.name ?? "no machine"))\" "
      + "title=\"\(MarkupText.escaped(told.joined(separator: "; ")))\">"
      + "\(parts.joined(separator: "<br>"))</td>"
  }

  private func short(_ uSec: Int64) -> String { report.invocation.shortDate(uSec) }

  private var footer: String {
    HTMLPage.footer(
      untilUSec: report.reply.nowUSec, MarkupText.escaped(report.omission ?? "Nothing is left out."),
      for: report.invocation)
  }

  /// The lists and the table. On a narrow screen a row is a block, and a cell names its machine itself.
  private static let style = """
    h2 { margin: 1.6rem 0 .3rem; font-size: 1rem; font-weight: 600; }
    ul { margin: 0; padding: 0; list-style: none; }
    li { padding: .25rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
    b { font-weight: 600; } span, small { color: var(--faint); font-weight: 400; }
    .grid { overflow-x: auto; }
    .grid:focus-visible { outline: 2px solid var(--running); outline-offset: 2px; }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
    th, td { padding: .35rem 1.1rem .35rem 0; text-align: left; vertical-align: top; font-weight: 400; }
    thead th { color: var(--faint); font-size: .85rem; white-space: nowrap; }
    thead th.failed { color: var(--kind); }
    tbody tr { border-top: 1px solid var(--line); }
    tbody tr:hover { background: var(--raised); }
    tbody th { position: sticky; left: 0; background: var(--paper); font-weight: 600; min-width: 12rem; }
    th.name { overflow-wrap: anywhere; } th.name small { display: block; }
    td { font-size: .9rem; min-width: 7rem; max-width: 18rem; overflow-wrap: anywhere; }
    td.now { color: var(--kind, var(--faint)); }
    td b { color: var(--kind); font-weight: 700; }
    @media screen and (max-width: 720px) {
      thead { position: absolute; left: -9999px; }
      .grid { overflow-x: visible; }
      table, tbody, tr { display: block; }
      tbody tr { padding: .5rem 0; }
      tbody th, td { display: block; padding: .1rem 0; min-width: 0; white-space: normal; position: static; }
      td.none { display: none; }
      td[data-machine]::before { content: attr(data-machine) ": "; font-weight: 600; }
      td { overflow-wrap: anywhere; }
    }

    """
}
