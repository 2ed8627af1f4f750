import Glibc
import LinuxSystem
import SchedulerAPI
import Varlink

enum LogsVerb {
  static let specification = VerbSpecification(
    name: "logs", summary: "Show what became of a task and what its runs wrote", operandUsage: "[ID]",
    operands: .words(0...1, .identifiers),
    options: [
      .value("run", "RUN", "One run, of those that history lists; the beginning of its name is enough"),
      .flag("all-runs", "Without a journal: all runs that are still known, the oldest first"),
      .flag("follow", short: "f", "Go on with what is written from now on"),
      .value("lines", "N", "The last so many lines", short: "n"),
    ],
    notes: [
      "Where the journal has the output, this becomes journalctl, which shows decisions, starts, output",
      "and outcomes in one story: what the daemon and the units of the runs wrote, and nobody else.",
      "Else the daemon has the last 64 KiB of each run, and shows the last one's.",
    ],
    examples: [
      "logs org.example.backup", "logs -f org.example.backup", "logs --run 0123abcd",
    ], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let identifier = invocation.line.operands.first
    let wanted = invocation.line.value("run")
    let all = invocation.line.flag("all-runs")
    guard identifier != nil || wanted != nil, !all || (identifier != nil && wanted == nil) else {
      throw invocation.misuse("logs needs an identifier, or a run with --run")
    }
    let lines = try invocation.integer("lines", in: 0...1_000_000_000)
    let daemon = try invocation.connect()
    let run = try wanted.map { name throws(Failure) in try daemon.runName(name) }
    if !invocation.wantsJSON {
      let status = try daemon.call(SchedulerMethod.Status.self, .init()).reply
      if status.outputInJournal == true {
        let matches = JournalMatches(origin: origin(of: daemon, pid: status.pid), uid: geteuid())
        let story: [String]
        if let run {
          story = matches.story(ofRun: run)
        } else {
          story = try Self.story(of: identifier ?? "", matches, daemon)
        }
        throw becomeJournal(story, lines: lines, invocation)
      }
    }
    guard lines == nil, !invocation.line.flag("follow") else {
      throw Failure(
        .no, name: "NotInJournal", message: "what runs write is not in the journal here",
        next: "bgtaskctl watch says what happens from now on")
    }
    guard let identifier, run == nil else { return try show([run ?? ""], isOne: true, daemon, invocation) }
    let runs = try daemon.history(.init(identifier: identifier, limit: all ? nil : 1))
    guard !runs.isEmpty else {
      // Who is not known has no log, either.
      _ = try daemon.call(SchedulerMethod.Get.self, .init(identifier: identifier))
      throw Failure(
        .no, name: "NoRuns", message: "\(identifier) has not run yet",
        next: "bgtaskctl explain \(identifier) says what it waits for")
    }
    return try show(runs.reversed().map(\.runId), isOne: !all, daemon, invocation)
  }

  private static func show(
    _ runs: [String], isOne: Bool, _ daemon: DaemonConnection, _ invocation: Invocation
  ) throws(Failure) -> ExitStatus {
    let console = invocation.console
    for run in runs {
      let (reply, json) = try daemon.call(SchedulerMethod.Output.self, .init(runId: run))
      if invocation.wantsJSON {
        console.printJSON(json)
        continue
      }
      if !isOne { console.print(console.styled("-- run \(SafeText.inline(run)) --", .dim)) }
      if reply.truncated { console.print(console.styled("-- the beginning is not kept --", .dim)) }
      console.printForeign(reply.output)
      // The prompt and the next heading belong on a line of their own.
      if !reply.output.isEmpty, reply.output.utf8.last != 0x0A, !isOne || console.output.isTerminal {
        console.print()
      }
    }
    return .success
  }

  /// How many runs are asked for by name. Older ones are found too, unless they have become another user.
  private static let namedRuns = 50

  private static func story(
    of identifier: String, _ matches: JournalMatches, _ daemon: DaemonConnection
  ) throws(Failure) -> [String] {
    // Who may read everybody's lines is told of everybody's runs.
    let runs = try daemon.call(
      SchedulerMethod.History.self,
      .init(identifier: identifier, limit: namedRuns, allUsers: matches.uid == 0 ? true : nil)
    ).reply.runs
    return matches.story(of: identifier, runs: runs.map(\.runId))
  }

  /// Whose the daemon's lines are, as journald sees it. The user at the other end of the socket is the
  /// daemon's, also where the service manager has opened the socket for it.
  private static func origin(of daemon: DaemonConnection, pid: Int?) -> JournalMatches.Origin {
    let uid = daemon.uid ?? geteuid()
    guard let pid = pid.flatMap(Int32.init(exactly:)), ProcessTable.user(of: pid) == uid else {
      return .process(uid: uid)
    }
    if let unit = ServiceUnit.ofUser(process: pid), unit.hasSuffix(".service") {
      return .userUnit(unit, uid: uid)
    }
    if let unit = ServiceUnit.ofSystem(process: pid), unit.hasSuffix(".service") { return .systemUnit(unit) }
    return .process(uid: uid)
  }

  /// Returns only when that fails.
  private static func becomeJournal(_ matches: [String], lines: Int?, _ invocation: Invocation) -> Failure {
    invocation.console.flush()
    do throws(Failure) {
      let path = try ProgramPath.resolve("journalctl", in: invocation.context)
      // Those who may not read everybody's journal need not be told so each time.
      var words = ["journalctl", "--quiet"]
      if invocation.line.flag("follow") { words.append("--follow") }
      if let lines { words.append("--lines=\(lines)") }
      let code = invocation.context.replaceProcess(path, words + matches)
      return ProgramPath.cannotStart(path, code)
    } catch {
      return error
    }
  }
}
