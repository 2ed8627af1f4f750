import FleetAPI

/// A report of a fleet on a terminal.
struct FleetReportText {
  private let report: FleetReport
  private var invocation: Invocation { report.invocation }

  init(_ report: FleetReport) { self.report = report }

  func show() {
    let console = invocation.console
    console.printSentence(report.summary)
    if report.reply.tasks.isEmpty {
      console.printSentence(FleetOptions.noTasks(invocation))
    } else {
      console.print()
      invocation.show(tasks)
    }
    section("At work", atWork)
    if !report.waiting.isEmpty { heading("Waiting") }
    for (row, reason) in report.waiting {
      console.printSentence(
        "  \(console.styled(SafeText.inline(row.task.identifier), .bold)) \(reason)", hanging: 4)
    }
    section("Not seen", notSeen)
    if let omission = report.omission {
      console.print()
      console.printSentence(console.styled(omission, .dim))
    }
  }

  private func heading(_ text: String) {
    invocation.console.print()
    invocation.console.print(invocation.console.styled("\(text):", .bold))
  }

  private func section(_ name: String, _ table: Table) {
    guard !table.rows.isEmpty else { return }
    heading(name)
    invocation.show(table, indent: 2)
  }

  private var tasks: Table {
    var table = Table([
      .init(heading: "TASK", minimumWidth: 12, isKey: true),
      .init(heading: "USER", minimumWidth: 4, dropRank: 1), .init(heading: "STATE"),
      .init(heading: "WAITING", isRightAligned: true, dropRank: 2),
      .init(heading: "HELD", isRightAligned: true, dropRank: 2), .init(heading: "ENDS", isRightAligned: true),
      .init(heading: "FAILED", isRightAligned: true), .init(heading: "LAST", minimumWidth: 18, dropRank: 3),
      .init(heading: "ON", minimumWidth: 6, dropRank: 0),
    ])
    for row in report.reply.tasks {
      let (task, last) = (row.task, report.last(row))
      table.rows.append([
        .init(task.identifier, .bold), .init(task.user), .init(task.state, FleetOptions.style(task.state)),
        .init(String(task.waiting)), .init(String(task.granted)), .init(String(row.ends)),
        .init(String(row.failures), row.failures > 0 ? .red : .plain),
        .init(
          last.map { "\($0.result) \(invocation.shortDate($0.recordedUSec))" } ?? "", last?.style ?? .plain),
        .init(last?.machine ?? ""),
      ])
    }
    return table
  }

  private var atWork: Table {
    var table = Table(
      [
        .init(heading: "", minimumWidth: 12, isKey: true), .init(heading: "", minimumWidth: 8),
        .init(heading: "", dropRank: 0),
      ], showsHeadings: false)
    for (row, machine, cell, since) in report.atWork {
      table.rows.append([
        .init(row.task.identifier, .bold), .init(machine),
        .init("\(cell.begun == true ? "runs" : "granted") since \(invocation.date(since))"),
      ])
    }
    return table
  }

  private var notSeen: Table {
    var table = Table(
      [.init(heading: "", minimumWidth: 8, isKey: true), .init(heading: "", dropRank: 0)],
      showsHeadings: false)
    for machine in report.notSeen {
      table.rows.append([
        .init(machine.name, .bold),
        .init(machine.lastSeenUSec.map { "since \(invocation.date($0))" } ?? "", .red),
      ])
    }
    return table
  }
}
