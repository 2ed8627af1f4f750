import ConfigurationFiles
import LinuxSystem
import SchedulerAPI
import Varlink

enum StatusVerb {
  static let specification = VerbSpecification(
    name: "status", group: .common,
    summary: "Show the daemon's state, what fails, and how the last day's runs ended",
    options: [.flag("check", "For monitoring: one line, and exit status 1 when something is wrong")],
    notes: [
      "Something is wrong when a pending task is overdue or failed the last time, a task waits for another",
      "one (--after) that has failed or that nobody has submitted, a file has errors or asks for what is",
      "not possible, the state file is damaged, the disk cannot be written or has no room for new tasks.",
      "A task that has failed for good and does not repeat is over, and counts no more: history --failed",
      "lists it, and --on-failure of submit tells at once.",
    ],
    examples: ["status", "status --check", "status --json"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let daemon = try invocation.connect()
    let (reply, json) = try daemon.call(SchedulerMethod.Status.self, Empty())
    if invocation.line.flag("check") { return try check(reply, json, daemon, invocation) }
    if invocation.wroteJSON(json) { return .success }
    let day = try DaySummary(daemon, now: invocation.now)
    let conditions = try daemon.call(SchedulerMethod.GetConditions.self, Empty()).reply.conditions
    var lines = Properties()
    for pause in daemon.pauses() {
      lines.add("Paused", PauseWords(pause, for: invocation).whole, .yellow)
    }
    lines.add("Version", reply.version)
    lines.add("Socket", daemon.path)
    lines.add("Process", reply.pid.map(String.init))
    lines.add("Started", invocation.date(reply.startedUSec))
    lines.add("Pending", "\(reply.pending), of all users")
    lines.add("Running", "\(reply.running), of all users")
    lines.add("Frozen", day.frozenText(for: invocation))
    lines.add("Failing", day.text(.failing), .red)
    lines.add("Overdue", day.text(.overdue), .red)
    lines.add("Waits in vain", day.vainText, .red)
    lines.add("Held", day.heldText(for: invocation))
    lines.add("Last 24 hours", day.lastDay)
    lines.add("Machine", ConditionsTable.summary(conditions))
    lines.add("Cannot store", reply.storeFailure, .red)
    lines.add("Takes no tasks", reply.roomShortage, .red)
    lines.add("Since its start", since(reply.counters))
    for account in reply.accounts ?? [] {
      let name = UInt32(exactly: account.uid).map { UserAccount(uid: $0).name } ?? String(account.uid)
      lines.add("User \(name)", AccountBound.text(uses: account.uses, bounds: reply.accountBounds ?? [:]))
    }
    for line in reply.damaged ?? [] { lines.add("Damaged", line, .red) }
    for line in reply.heldBack ?? [] { lines.add("Held back", line, .red) }
    for line in reply.fileErrors ?? [] { lines.add("Wrong in files", line, .red) }
    let untold = reply.allFileErrors - (reply.fileErrors ?? []).count
    // A daemon may have directories of its own, where bgtaskctl check does not look.
    if untold > 0 { lines.add("Wrong in files", "\(untold) more: the daemon's log names them all", .red) }
    if reply.damaged?.isEmpty == false {
      lines.add(
        "What to do", "stop the daemon, run bgtaskd --recover, start it; until then these tasks do not start")
    }
    lines.show(on: invocation)
    return .success
  }

  /// Prints one line that says what is wrong, or that nothing is.
  private static func check(
    _ reply: SchedulerMethod.Status.Reply, _ json: [UInt8], _ daemon: DaemonConnection,
    _ invocation: Invocation
  ) throws(Failure) -> ExitStatus {
    let day = try DaySummary(daemon, now: invocation.now)
    var problems: [String] = []
    if let failing = day.text(.failing) { problems.append("failing \(failing)") }
    if let overdue = day.text(.overdue) { problems.append("overdue \(overdue)") }
    if let vain = day.vainText { problems.append("waits in vain \(vain)") }
    if let cause = reply.storeFailure { problems.append("the state cannot be written: \(cause)") }
    if let shortage = reply.roomShortage { problems.append("new tasks are refused: \(shortage)") }
    if reply.damaged?.isEmpty == false { problems.append("the state file is damaged, see bgtaskctl status") }
    problems += reply.heldBack ?? []
    if let first = reply.fileErrors?.first {
      let count = reply.allFileErrors
      problems.append(count == 1 ? first : "\(count) errors in files, the first: \(first)")
    }
    if invocation.wantsJSON {
      invocation.console.printJSON(json)
    } else if problems.isEmpty {
      let paused = daemon.pauses().map { PauseWords($0, for: invocation).subject }
      invocation.console.printSentence(
        "Nothing is wrong: \(reply.pending) wait, \(reply.running) run; \(day.lastDay)"
          + (paused.isEmpty ? "." : "; paused: \(paused.joined(separator: ", "))."))
    } else {
      invocation.console.printSentence(SafeText.inline(problems.joined(separator: "; ")))
    }
    return problems.isEmpty ? .success : .no
  }

  /// Returns the counts of tasks in words. The counts of the daemon's own work are for `--json`.
  private static func since(_ counters: [String: Int]) -> String {
    let internals: Set<String> = ["events", "tasksVisited"]
    let happened = counters.filter { $0.value > 0 && !internals.contains($0.key) }
    guard !happened.isEmpty else { return "nothing yet" }
    return happened.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key.splitWords)" }.joined(
      separator: ", ")
  }
}

extension SchedulerMethod.Status.Reply {
  /// The number of errors in files. An earlier daemon counts only those that it has a line for.
  var allFileErrors: Int { fileErrorCount ?? fileErrors?.count ?? 0 }
}
