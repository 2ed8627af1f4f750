import LinuxSystem
import SchedulerAPI
import SchedulerCore
import SystemdSyntax

/// All of one task, as `show` shows it.
enum TaskDetails {
  static func make(_ task: Wire.Task, for invocation: Invocation) -> Properties {
    let request = task.request
    var details = Properties()
    details.add("Identifier", request.identifier, .bold)
    details.add("Title", RunProgress.title(request.title, request.subtitle))
    details.add("Kind", request.kind.rawValue)
    details.add("State", task.state.rawValue, TaskTable.style(task.state))
    details.add("Why", task.reason?.message)
    details.add("Progress", progress(task, for: invocation))
    details.add("Running since", task.startedUSec.map(invocation.date))
    details.add("User", UserAccount(uid: task.uid).name)
    details.add("Submitted", invocation.date(task.submittedUSec))
    details.add("Declared in", task.declaredIn.map { SafeText.inline($0) })
    details.add("Attempt", String(task.attempt))
    details.add("Run", task.runId)
    details.add("Earliest", request.earliestBeginUSec.map(invocation.date))
    details.add(
      "Deadline",
      request.deadlineUSec.map { "\(invocation.date($0)), then \((request.onDeadline ?? .wait).rawValue)" })
    details.add("Requires", requirements(request, true))
    // A no that was asked for counts too: it may differ from the kind's default.
    details.add("Not required", requirements(request, false))
    details.add("Runtime limit", request.runtimeLimitDurationUSec.map(length))
    details.add("Repeats every", request.repeatDurationUSec.map(length))
    details.add("Tolerance", request.toleranceDurationUSec.map(length))
    details.add("Retry", request.retry.map(retry))
    details.add("Strategy", request.strategy?.rawValue)
    details.add("Stands still up to", request.freezeDurationUSec.map(length))
    details.add("Unit", request.unit)
    details.add("Sleep", sleep(request))
    details.add("Command", request.command.map { $0.argv.map(Words.quote).joined(separator: " ") })
    details.add("Directory", request.command?.workingDirectory)
    let environment = request.command?.environment ?? [:]
    for name in environment.keys.sorted() {
      details.add("Environment", Words.quote("\(name)=\(environment[name] ?? "")"))
    }
    return details
  }

  private static func progress(_ task: Wire.Task, for invocation: Invocation) -> String? {
    guard var progress = TaskTable.progress(task, for: invocation), task.progress != nil else { return nil }
    // The request's title has a line of its own.
    progress.title = RunProgress.title(task.progress?.title, task.progress?.subtitle)
    return progress.line
  }

  private static func requirements(_ request: Wire.TaskRequest, _ wanted: Bool) -> String {
    [
      ("network connectivity", request.requiresNetworkConnectivity),
      ("unmetered network", request.requiresUnmeteredNetwork),
      ("external power", request.requiresExternalPower), ("idle machine", request.requiresIdle),
      ("battery not low", request.requiresBatteryNotLow), ("storage not low", request.requiresStorageNotLow),
    ].filter { $0.1 == wanted }.map(\.0).joined(separator: ", ")
  }

  /// What is said of the machine's sleep.
  private static func sleep(_ request: Wire.TaskRequest) -> String {
    [
      request.preventsSleep.map { $0 ? "prevented while it runs on external power" : "not prevented" },
      request.sleepsThrough.map { $0 ? "frozen with the machine" : "told to stop before" },
    ].compactMap(\.self).joined(separator: ", ")
  }

  private static func retry(_ retry: Wire.Retry) -> String {
    var parts = [retry.backoff.rawValue]
    if let first = retry.initialDurationUSec { parts.append("\(length(first)) first") }
    if let most = retry.maximumDurationUSec { parts.append("\(length(most)) at most") }
    if let attempts = retry.maximumAttempts { parts.append("\(attempts) attempts") }
    return parts.joined(separator: ", ")
  }

  private static func length(_ uSec: Int64) -> String { TimeSpanSyntax.format(uSec) }
}
