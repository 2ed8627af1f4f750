import Glibc
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import Varlink

enum LogsVerb {
  static let specification = VerbSpecification(
    name: "logs", group: .common, summary: "Show the events of a task and the output of its runs",
    operandUsage: "[ID]",
    operands: .words(0...1, .identifiers),
    options: [
      .value("run", "RUN", "One run that history lists; the beginning of its name is enough"),
      .flag("all-runs", "Without a journal: all runs that are still known, the oldest first"),
      .flag("follow", short: "f", "Follow new output"),
      .value("lines", "N", "Only this many lines, the last ones", short: "n"),
    ],
    notes: [
      "Where the journal has the output, this becomes journalctl, which shows decisions, starts, output",
      "and outcomes in one story: what the daemon and the units of the runs wrote, and nobody else.",
      "Otherwise the daemon keeps the last 64 KiB of each run that is over, and shows those of the last run.",
      "--follow shows their end, and then each run as it ends, or with --run until that run has ended.",
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
    if !invocation.wantsJSON {
      let status = try daemon.call(SchedulerMethod.Status.self, .init()).reply
      if status.outputInJournal == true {
        let matches = JournalMatches(of: daemon, pid: status.pid)
        let story: [String]
        if let wanted {
          // The journal may know runs that the history has forgotten.
          let isWhole = identifier == nil && wanted.utf8.count >= RunID.length
          story = matches.story(ofRun: isWhole ? wanted : try run(wanted, of: identifier, daemon).runId)
        } else {
          story = try Self.story(of: identifier ?? "", matches, daemon)
        }
        throw becomeJournal(story, lines: lines, invocation)
      }
    }
    let follows = invocation.line.flag("follow")
    let log = StoredLog(
      invocation: invocation, daemon: daemon, lines: lines ?? (follows ? linesBeforeFollowing : nil),
      hasHeadings: all)
    if let wanted {
      try show(run: wanted, of: identifier, in: log, follows: follows)
    } else if let identifier {
      try show(identifier, all: all, in: log, follows: follows)
    }
    return .success
  }

  // MARK: Without a journal

  /// The lines before those that follow, as many as tail(1) shows.
  private static let linesBeforeFollowing = 10

  /// Returns the run of this name, which must be the task's if one is named.
  private static func run(
    _ name: String, of identifier: String?, _ daemon: DaemonConnection
  ) throws(Failure) -> Wire.Run {
    let run = try daemon.run(named: name)
    guard let identifier, identifier != run.identifier else { return run }
    throw Failure(
      .no, name: "NoSuchRun", message: "\(name) is a run of \(run.identifier), and not of \(identifier)",
      next: "bgtaskctl history \(identifier) lists its runs")
  }

  private static func show(
    run name: String, of identifier: String?, in log: StoredLog, follows: Bool
  ) throws(Failure) {
    let run = try run(name, of: identifier, log.daemon)
    guard follows, run.outcome == nil else { return try log.show([run]) }
    try log.follow(run.identifier, only: run.runId) { () throws(Failure) in
      [try log.daemon.run(named: run.runId)]
    }
  }

  private static func show(
    _ identifier: String, all: Bool, in log: StoredLog, follows: Bool
  ) throws(Failure) {
    func runs() throws(Failure) -> [Wire.Run] {
      try log.daemon.history(.init(identifier: identifier, limit: all ? nil : 1))
    }
    let found = try runs()
    if found.isEmpty {
      try checkThereIs(identifier, log.daemon, allUsers: false)
      guard follows else {
        throw Failure(
          .no, name: "NoRuns", message: "\(identifier) has not run yet",
          next: "bgtaskctl explain \(identifier) says what it waits for")
      }
    }
    guard follows else { return try log.show(found) }
    try log.follow(identifier, only: nil, from: runs)
  }

  /// Throws the daemon's failure for an unknown task, which has no log, either.
  private static func checkThereIs(
    _ identifier: String, _ daemon: DaemonConnection, allUsers: Bool
  ) throws(Failure) {
    if allUsers {
      var isThere = false
      try daemon.stream(
        SchedulerMethod.List.self, .init(identifierPrefix: identifier, allUsers: true)
      ) { page, _ throws(Failure) in
        isThere = page.tasks.contains { $0.request.identifier == identifier }
        return !isThere
      }
      if isThere { return }
    }
    _ = try daemon.call(SchedulerMethod.Get.self, .init(identifier: identifier))
  }

  // MARK: In the journal

  /// The most runs to ask for by name. Older ones are found too, unless they have become another user.
  private static let namedRuns = 50

  private static func story(
    of identifier: String, _ matches: JournalMatches, _ daemon: DaemonConnection
  ) throws(Failure) -> [String] {
    // Root may read the lines of all users, and so is told of their runs.
    let allUsers = matches.uid == 0
    let runs = try daemon.call(
      SchedulerMethod.History.self,
      .init(identifier: identifier, limit: namedRuns, allUsers: allUsers ? true : nil)
    ).reply.runs
    if runs.isEmpty { try checkThereIs(identifier, daemon, allUsers: allUsers) }
    return matches.story(of: identifier, runs: runs.map(\.runId))
  }

  /// Becomes journalctl, and returns only when that fails.
  private static func becomeJournal(_ matches: [String], lines: Int?, _ invocation: Invocation) -> Failure {
    invocation.console.flush()
    do throws(Failure) {
      let path = try ProgramPath.resolve(RawText("journalctl"), in: invocation.context)
      // Users who may not read the whole journal need not be told so each time.
      var words = ["journalctl", "--quiet"]
      if invocation.line.flag("follow") { words.append("--follow") }
      if let lines { words.append("--lines=\(lines)") }
      let code = invocation.context.replaceProcess(path, (words + matches).map { RawText($0) })
      return ProgramPath.cannotStart(path, code)
    } catch {
      return error
    }
  }
}
