import SchedulerAPI
import Varlink

enum HistoryVerb {
  static let specification = VerbSpecification(
    name: "history", summary: "List runs, newest first: how they ended, how long they took, why",
    operandUsage: "[ID]", operands: .words(0...1, .identifiers),
    options: [
      .value("limit", "N", "No more than so many; \(usualLength) where nothing else is said", short: "n"),
      .value("since", "TIME", "Only what began since then: yesterday, -2d, 2026-11-21 18:30"),
      .flag("failed", "Only what did not end well"),
      CommandTable.allUsers,
    ],
    notes: ["The names of runs are shortened; every verb that takes a run takes them so."],
    examples: ["history", "history --failed --since -1d", "history org.example.backup --limit 5"], run: run)

  /// As many as a person looks at, where nobody says.
  private static let usualLength = 50

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let showsUsers = invocation.line.flag("all-users")
    let since = try invocation.timestamp("since")
    if let since, since > invocation.now {
      throw invocation.misuse("--since: \(invocation.date(since)) is still to come, and nothing has run then")
    }
    let failed = invocation.line.flag("failed")
    let asked = try invocation.integer("limit", in: 1...1_000_000_000)
    // Who says since when wants all of it.
    let limit = asked ?? (since == nil ? usualLength : .max)
    var runs: [Wire.Run] = []
    try invocation.connect().stream(
      SchedulerMethod.History.self,
      .init(
        identifier: invocation.line.operands.first, limit: since == nil && !failed ? limit : nil,
        allUsers: showsUsers ? true : nil)
    ) { page, _ throws(Failure) in
      // The newest come first; a clock that was set back between two runs ends nothing.
      runs += page.runs.filter { run in
        run.startedUSec >= since ?? .min && (!failed || RunResult(run).isFailure)
      }.prefix(limit - runs.count)
      return runs.count < limit && page.runs.contains { $0.startedUSec >= since ?? .min }
    }
    if invocation.wantsJSON {
      invocation.console.printJSON(SchedulerMethod.History.Reply(runs: runs).json)
    } else if runs.isEmpty {
      invocation.console.printSentence(
        since == nil && !failed
          ? "Nothing has run yet. `bgtaskctl list` says what waits." : "There is nothing of that kind.")
    } else {
      let (prefix, table) = RunTable.make(runs, for: invocation, showsUsers: showsUsers)
      invocation.showCommon(prefix)
      invocation.show(table)
    }
    return .success
  }
}
