import LinuxSystem
import SchedulerAPI
import SchedulerCore
import SystemdSyntax
import Varlink

/// The report that an action's program gets of its task: variables of its environment, and a text for people
/// on its standard input.
struct ActionReport {
  private(set) var variables: [(name: String, value: String)]
  private(set) var lines: [String] = []

  /// Creates the report from the command line alone, which is all there is when the daemon cannot be asked.
  init(_ trigger: ActionTrigger, of identifier: String, run: String?) {
    variables = [("BGTASK_TRIGGER", trigger.rawValue), ("BGTASK_OF", identifier)]
    if let run { variables.append(("BGTASK_OF_RUN", run)) }
  }

  /// Adds a run's outcome.
  mutating func tell(_ run: Wire.Run, for invocation: Invocation) {
    let result = RunResult(run)
    variables.append(("BGTASK_RESULT", result.words))
    if let status = run.exitStatus { variables.append(("BGTASK_EXIT_STATUS", "\(status)")) }
    if let reason = run.stopReason { variables.append(("BGTASK_REASON", reason.message)) }
    variables.append(("BGTASK_JSON", String(decoding: run.json, as: UTF8.self)))
    lines = ["\(run.identifier): \(result.words)", ""]
    add("Host", MachineIdentity.hostName)
    add("Run", run.runId)
    add("Attempt", run.attempt > 1 ? "\(run.attempt)" : nil)
    add("Started", date(run.startedUSec, invocation))
    add("Ended", run.endedUSec.map { date($0, invocation) })
    add("Why", run.stopReason?.message)
  }

  /// Adds the state of a task that is overdue.
  mutating func tell(_ task: Wire.Task, for invocation: Invocation) {
    variables.append(("BGTASK_RESULT", "overdue"))
    if let reason = task.reason { variables.append(("BGTASK_REASON", reason.message)) }
    variables.append(("BGTASK_JSON", String(decoding: task.json, as: UTF8.self)))
    lines = ["\(task.request.identifier) is overdue", ""]
    add("Host", MachineIdentity.hostName)
    add("Without success since", task.withoutSuccessSinceUSec.map { date($0, invocation) })
    add("Deadline", task.request.deadlineUSec.map { date($0, invocation) })
    add("Waits", task.reason?.message)
  }

  /// Returns the text that the program reads, safe for a terminal. The run's output follows it.
  func text(hasOutput: Bool) -> String {
    (lines + (hasOutput ? ["", "Last output:", ""] : [])).map { $0 + "\n" }.joined()
  }

  /// Returns a whole date, because the report may be read days later.
  private func date(_ uSec: Int64, _ invocation: Invocation) -> String {
    TimestampSyntax.format(uSec, zone: invocation.context.zone)
  }

  private mutating func add(_ name: String, _ value: String?) {
    if let value { lines.append("\(name): \(SafeText.inline(value))") }
  }
}
