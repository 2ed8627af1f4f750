import Glibc
import LinuxSystem
import SystemdSyntax
import Varlink

enum ImportVerb {
  /// The scheduler whose work is taken over.
  private enum Scheduler: String, CaseIterable {
    case crontab
    case timer
    case anacrontab
  }

  static let specification = VerbSpecification(
    name: "import", summary: "Turn schedules of cron, anacron and systemd into declared tasks",
    operandUsage: "crontab|anacrontab|timer [FILE|UNIT…]",
    operands: .words(1...10_000, .choices(Scheduler.allCases.map(\.rawValue))),
    options: [
      .value("output-dir", "DIR", "Write NAME.task there instead of printing it", completing: .directories),
      .flag("force", "Replace files of the same names"),
    ],
    notes: [
      "Changes nothing by itself: it prints files for tasks.d, or writes them to a directory, and says what",
      "to do so that the work is not done twice. What cannot be carried over is said in the files and on",
      "standard error; with exit status 65 something was left out altogether.",
      "crontab takes your own table, or files; - is standard input. /etc/crontab and the files of",
      "/etc/cron.d name a user in each line, other files do with --system, which without a file takes all",
      "of those.",
      "timer takes timers of systemd by name: the system's for root or with --system, else your own.",
    ],
    examples: [
      "import crontab", "--system import crontab --output-dir /etc/bgtaskd/tasks.d",
      "import timer backup.timer", "import anacrontab",
    ], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let name = invocation.line.operands[0]
    guard let scheduler = Scheduler(rawValue: name) else {
      let names = Scheduler.allCases.map(\.rawValue)
      throw invocation.misuse(
        "'\(name)' is none of \(names.joined(separator: ", "))\(NearestName.hint(for: name, among: names))")
    }
    guard !invocation.line.flag("force") || invocation.line.value("output-dir") != nil else {
      throw invocation.misuse("--force goes with --output-dir")
    }
    let operands = Array(invocation.line.operands.dropFirst())
    let tasks: [ImportedTask]
    let problems: [SyntaxProblem]
    switch scheduler {
    case .timer:
      guard !operands.isEmpty else { throw invocation.misuse("import timer needs the name of a timer") }
      let isSystem = invocation.isAboutSystem
      let home = UserAccount.current.home
      var timers = TimerImport(
        UnitDirectories(isSystem: isSystem, environment: invocation.context.environment, home: home),
        isSystem: isSystem, home: home)
      for name in operands { try timers.take(name) }
      (tasks, problems) = (timers.tasks, timers.problems)
    case .crontab, .anacrontab:
      var tables = CronImport()
      let sources = CronSources(invocation: invocation, isAnacron: scheduler == .anacrontab)
      let found = try sources.tables(operands)
      for (table, source) in found.tables { tables.take(table, from: source) }
      (tasks, problems) = (tables.tasks, found.problems + tables.problems)
    }
    return try ImportReport(invocation: invocation, tasks: tasks, problems: problems).finish()
  }
}
