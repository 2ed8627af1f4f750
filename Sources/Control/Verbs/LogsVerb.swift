import SchedulerAPI

enum LogsVerb {
  static let specification = VerbSpecification(
    name: "logs", summary: "Show what a task's last run wrote", operandUsage: "[ID]",
    operands: .words(0...1, .identifiers),
    options: [
      .value("run", "RUN", "This run instead of the last one; history lists them"),
      .flag("all-runs", "All runs of the task that are still known, the oldest first"),
    ],
    notes: [
      "Where the journal has the output, this becomes journalctl BGTASK_RUN_ID=RUN, or with",
      "--all-runs journalctl BGTASK_IDENTIFIER=ID. Else the daemon has the last 64 KiB of each run.",
    ],
    examples: ["logs org.example.backup", "logs --run 0123456789abcdef0123456789abcdef"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let identifier = invocation.line.operands.first
    let run = invocation.line.value("run")
    let all = invocation.line.flag("all-runs")
    guard identifier != nil || run != nil, !all || (identifier != nil && run == nil) else {
      throw invocation.misuse("logs needs an identifier, or a run with --run")
    }
    let daemon = try invocation.connect()
    guard let identifier, run == nil else { return try show([run ?? ""], of: nil, daemon, invocation) }
    let runs = try daemon.call(
      SchedulerMethod.History.self, .init(identifier: identifier, limit: all ? nil : 1)
    ).reply.runs
    guard !runs.isEmpty else {
      throw Failure(
        .no, name: "NoRuns", message: "\(identifier) has not run yet",
        next: "bgtaskctl explain \(identifier) says what it waits for")
    }
    return try show(runs.reversed().map(\.runId), of: all ? identifier : nil, daemon, invocation)
  }

  /// - Parameter identifier: For the journal, when it is about all runs.
  private static func show(
    _ runs: [String], of identifier: String?, _ daemon: DaemonConnection, _ invocation: Invocation
  ) throws(Failure) -> ExitStatus {
    let console = invocation.console
    for run in runs {
      let (reply, json) = try daemon.call(SchedulerMethod.Output.self, .init(runId: run))
      if invocation.wantsJSON {
        console.printJSON(json)
        continue
      }
      if reply.inJournal {
        throw becomeJournal(
          identifier.map { "BGTASK_IDENTIFIER=\($0)" } ?? "BGTASK_RUN_ID=\(run)", invocation)
      }
      if identifier != nil { console.print(console.styled("-- run \(SafeText.inline(run)) --", .dim)) }
      if reply.truncated { console.print(console.styled("-- the beginning is not kept --", .dim)) }
      console.printForeign(reply.output)
      // The prompt and the next heading belong on a line of their own.
      if !reply.output.isEmpty, reply.output.utf8.last != 0x0A, identifier != nil || console.output.isTerminal
      {
        console.print()
      }
    }
    return .success
  }

  /// Returns only when that fails.
  private static func becomeJournal(_ match: String, _ invocation: Invocation) -> Failure {
    invocation.console.flush()
    do throws(Failure) {
      let path = try ProgramPath.resolve("journalctl", in: invocation.context)
      let code = invocation.context.replaceProcess(path, ["journalctl", match])
      return ProgramPath.cannotStart(path, code)
    } catch {
      return error
    }
  }
}
