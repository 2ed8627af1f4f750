import LinuxSystem
import SchedulerAPI
import SchedulerCore
import SystemdSyntax
import Varlink

/// The report that an action's program gets of its task: variables of its environment, and a text for people
/// on its standard input.
struct ActionReport {
  /// The variables, which bgtaskd(8) explains.
  enum Variable: String, CaseIterable {
    case trigger = "BGTASK_TRIGGER"
    case task = "BGTASK_OF"
    case run = "BGTASK_OF_RUN"
    case result = "BGTASK_RESULT"
    case exitStatus = "BGTASK_EXIT_STATUS"
    case reason = "BGTASK_REASON"
    case json = "BGTASK_JSON"
  }

  private(set) var variables: [(name: Variable, value: String)]
  private(set) var lines: [String] = []

  /// Creates the report from the command line alone, which is all there is when the daemon cannot be asked.
  init(_ trigger: ActionTrigger, of identifier: String, run: String?) {
    variables = [(.trigger, trigger.rawValue), (.task, identifier)]
    if let run { variables.append((.run, run)) }
  }

  /// Adds a run's outcome.
  mutating func tell(_ run: Wire.Run, for invocation: Invocation) {
    let result = RunResult(run)
    variables.append((.result, result.words))
    if let status = run.exitStatus { variables.append((.exitStatus, "\(status)")) }
    if let reason = run.stopReason { variables.append((.reason, reason.message)) }
    variables.append((.json, String(decoding: run.json, as: UTF8.self)))
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
    variables.append((.result, "overdue"))
    if let reason = task.reason { variables.append((.reason, reason.message)) }
    variables.append((.json, String(decoding: task.json, as: UTF8.self)))
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
