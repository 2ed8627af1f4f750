import FleetAPI
import SchedulerAPI
import SchedulerCore
import SystemdSyntax

/// The database's report of a fleet, with what the text and the page read from it.
struct FleetReport {
  let reply: FleetMethod.Report.Reply
  let invocation: Invocation
  /// The work of machines for each row, by the row's task and the machine's name.
  private let cells: [Int: [String: FleetWire.ReportCell]]
  /// The ends that no machine had, by the row's task.
  private let nowhere: [Int: FleetWire.ReportCell]

  init(_ reply: FleetMethod.Report.Reply, for invocation: Invocation) {
    (self.reply, self.invocation) = (reply, invocation)
    var cells: [Int: [String: FleetWire.ReportCell]] = [:]
    var nowhere: [Int: FleetWire.ReportCell] = [:]
    for cell in reply.cells {
      if let machine = cell.machine {
        cells[cell.task, default: [:]][machine] = cell
      } else {
        nowhere[cell.task] = cell
      }
    }
    (self.cells, self.nowhere) = (cells, nowhere)
  }

  /// The work of a machine for a row; without a machine, the ends that none had.
  func cell(_ row: FleetWire.ReportRow, _ machine: FleetWire.Machine?) -> FleetWire.ReportCell? {
    guard let machine else { return nowhere[row.task.task] }
    return cells[row.task.task]?[machine.name]
  }

  /// Whether some occurrences have ended without a machine.
  var hasNowhere: Bool { !nowhere.isEmpty }

  /// The last end of a row, on whichever machine.
  func last(_ row: FleetWire.ReportRow) -> FleetWire.End? {
    let ends =
      (cells[row.task.task] ?? [:]).values.compactMap(\.last)
      + [nowhere[row.task.task]?.last].compactMap(\.self)
    return ends.max { ($0.recordedUSec, $0.occurrence) < ($1.recordedUSec, $1.occurrence) }
  }

  /// The machines at work, with their rows and since when, in the order of the rows.
  var atWork: [(row: FleetWire.ReportRow, machine: String, cell: FleetWire.ReportCell, sinceUSec: Int64)] {
    reply.tasks.flatMap { row in
      reply.machines.compactMap { machine in
        guard let cell = cell(row, machine), let since = cell.heldUSec else { return nil }
        return (row, machine.name, cell, since)
      }
    }
  }

  /// The rows that wait, each with the reason.
  var waiting: [(row: FleetWire.ReportRow, reason: String)] {
    reply.tasks.compactMap { row in
      guard row.task.waiting > 0 else { return nil }
      guard let subject = FleetExplanation.Subject(row, nowUSec: reply.nowUSec) else {
        return (row, "waits; fleet explain \(SafeText.inline(row.task.identifier)) shows why.")
      }
      return (row, FleetExplanation(subject, for: invocation).sentence)
    }
  }

  /// The machines that were not seen for longer than a lease.
  var notSeen: [FleetWire.Machine] { reply.machines.filter { $0.state == "notSeen" } }

  /// The report in a few sentences.
  var summary: String {
    let since = TimestampSyntax.format(reply.sinceUSec, zone: invocation.context.zone)
    let failures =
      reply.failures == 0 ? "none failed" : "\(reply.failures) of them failed"
    var text = "Since \(since): \(Self.number(reply.ends, "end"))"
    text += reply.ends == 0 ? ". " : ", \(failures). "
    text += "\(Self.number(reply.taskCount, "task")): \(reply.openCount) open, \(reply.heldCount) at work. "
    text += "\(Self.number(reply.machineCount, "machine")): \(reply.memberCount) there, "
    let left = reply.machineCount - reply.memberCount - reply.notSeenCount
    return text + "\(reply.notSeenCount) not seen" + (left > 0 ? ", \(left) left." : ".")
  }

  /// The sentence about what is left out; `nil` when that is nothing.
  var omission: String? {
    let tasks = reply.taskCount - reply.tasks.count
    let machines = reply.machineCount - reply.machines.count
    let parts = [(tasks, "task"), (machines, "machine")].filter { $0.0 > 0 }.map {
      "\($0.0) more \($0.0 == 1 ? $0.1 : $0.1 + "s")"
    }
    guard !parts.isEmpty else { return nil }
    let isOne = parts.count == 1 && max(tasks, machines) == 1
    return "\(parts.joined(separator: " and ")) \(isOne ? "is" : "are") left out; --limit shows more."
  }

  private static func number(_ count: Int, _ noun: String) -> String {
    "\(count) \(count == 1 ? noun : noun + "s")"
  }
}

extension FleetWire.End {
  /// Whether the work was to be done and was not.
  var hasFailed: Bool { success != true && outcome != "cancelled" }

  /// The result as that of a machine's own history; `nil` for an outcome that only a later version knows.
  private var ofRun: RunResult? {
    guard let outcome = Wire.Outcome(rawValue: outcome) else { return nil }
    // The database keeps the words of the reason, and not its code.
    let run = Wire.Run(
      runId: runId ?? "", identifier: identifier ?? "", uid: 0, kind: .processing, attempt: attempt ?? 1,
      startedUSec: startedUSec ?? recordedUSec, endedUSec: endedUSec, outcome: outcome, success: success,
      exitStatus: exitStatus.map { Int32(clamping: $0) },
      stopReason: message.map { Wire.Reason(code: "", message: $0) }, signal: signal)
    return RunResult(run)
  }

  /// The result in words: `succeeded`, `failed (exit 3)`, `did not start (no such program)`.
  var result: String { ofRun?.words ?? outcome }

  var style: Style { success == true ? .green : hasFailed ? .red : .yellow }

  /// The time that the run took by the machine's clock.
  var length: String? {
    guard let startedUSec, let endedUSec else { return nil }
    let (length, overflow) = endedUSec.subtractingReportingOverflow(startedUSec)
    return overflow ? nil : RunTable.length(max(length, 0))
  }
}
