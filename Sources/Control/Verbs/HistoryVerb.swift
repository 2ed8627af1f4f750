import SchedulerAPI
import Varlink

enum HistoryVerb {
  static let specification = VerbSpecification(
    name: "history", group: .past,
    summary: "List runs, newest first, with their outcomes, durations and reasons",
    operandUsage: "[ID]", operands: .words(0...1, .identifiers),
    options: [
      .value("limit", "N", "At most this many; by default \(usualLength)", short: "n"),
      .value("since", "TIME", "Only runs that began since then: 24h, yesterday, 2026-11-21 18:30"),
      .flag("failed", "Only runs that failed"),
      .flag(
        "launch",
        "Only runs for which a program was started: how long each step took until its handler was called"),
      CommandTable.allUsers,
    ],
    notes: ["The names of runs are shortened; every verb that takes a run accepts the short form."],
    examples: [
      "history", "history --failed --since -1d", "history org.example.backup --limit 5",
      "history --launch org.example.feeds.refresh -n 1",
    ], run: run)

  /// The default limit, as many runs as a person looks at.
  private static let usualLength = 50
  /// The default limit of launches, each a picture of some lines.
  private static let usualLaunches = 10

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let since = try invocation.pastTime("since")
    let (failed, launched) = (invocation.line.flag("failed"), invocation.line.flag("launch"))
    let isFiltered = since != nil || failed || launched
    let asked = try invocation.integer("limit", in: 1...1_000_000_000)
    // A user who says since when wants all runs since then.
    let limit = asked ?? (since != nil ? .max : launched ? usualLaunches : usualLength)
    var runs: [Wire.Run] = []
    try invocation.connect().stream(
      SchedulerMethod.History.self,
      .init(
        identifier: invocation.line.operands.first, limit: isFiltered ? nil : limit,
        allUsers: invocation.allUsers)
    ) { page, _ throws(Failure) in
      // The newest runs come first; a clock that was set back between two runs does not end the list.
      runs += page.runs.filter { run in
        run.startedUSec >= since ?? .min && (!failed || RunResult(run).isFailure)
          && (!launched || run.launch != nil)
      }.prefix(limit - runs.count)
      return runs.count < limit && page.runs.contains { $0.startedUSec >= since ?? .min }
    }
    if invocation.wroteJSON(SchedulerMethod.History.Reply(runs: runs).json) { return .success }
    if runs.isEmpty {
      invocation.console.printSentence(
        empty(invocation.line.operands.first, isFiltered: since != nil || failed, launched: launched))
    } else if launched {
      let waterfall = LaunchWaterfall(runs, for: invocation)
      for (index, run) in runs.enumerated() {
        if index > 0 { invocation.console.print("") }
        for line in waterfall.lines(of: run) { invocation.console.print(line) }
      }
    } else {
      let (prefix, table) = RunTable.make(runs, for: invocation)
      invocation.showCommon(prefix)
      invocation.show(table)
    }
    return .success
  }

  private static func empty(_ identifier: String?, isFiltered: Bool, launched: Bool) -> String {
    if isFiltered { return Invocation.nothingLeft }
    if let identifier, !launched {
      return "The history has no run of \(SafeText.inline(identifier)). `bgtaskctl list` says what waits."
    }
    return launched
      ? "No application was started for a run. Commands are runs without a launch: `bgtaskctl history`."
      : "Nothing has run yet. `bgtaskctl list` says what waits."
  }
}
