import Glibc
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import Varlink

/// `act`, which the daemon starts for an action. It gives the program its report and becomes it, as the
/// task's user, so the daemon reads nothing on behalf of users.
enum ActVerb {
  /// The number of last lines of a run's output in the report.
  private static let outputLines = 100

  static let specification = VerbSpecification(
    name: "act", summary: "Run the program of an action, with its report",
    operandUsage: "-- PROGRAM [ARGUMENTS]", operands: .program,
    options: [
      .choice("trigger", ActionTrigger.self, "What has happened to the task"),
      .value("of", "ID", "The task", completing: .identifiers),
      .value("run", "RUN", "The run that ended"),
    ],
    notes: [
      "bgtaskd starts it for OnFailure=, OnSuccess= and OnOverdue=. To try a program, name a run of history:",
      "it gets the report on its standard input, and BGTASK_ variables in its environment.",
    ],
    examples: ["act --trigger failure --of org.example.backup --run 0123abcd -- /usr/bin/cat"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    guard let trigger = try invocation.choice("trigger", ActionTrigger.self),
      let identifier = invocation.line.value("of")
    else { throw invocation.misuse("act needs --trigger and --of") }
    guard let name = invocation.line.program.first else {
      throw invocation.misuse("act needs a program after --")
    }
    let program = try ProgramPath.resolve(name, in: invocation.context)
    let run = invocation.line.value("run")
    var report = ActionReport(trigger, of: identifier, run: run)
    do throws(SystemError) {
      let file = try ReportFile()
      // An incomplete report is no reason not to call for help.
      do throws(Failure) {
        let daemon = try invocation.connect()
        if let run {
          try tell(daemon, run: run, &report, into: file, invocation)
        } else {
          report.tell(
            try daemon.call(SchedulerMethod.Get.self, .init(identifier: identifier)).reply.task,
            for: invocation)
          try write(report.text(hasOutput: false), to: file)
        }
      } catch {
        invocation.console.printError("the report is incomplete: \(error.message)")
      }
      try file.becomeInput()
    } catch {
      throw Failure(.inputOutput, name: "NoReport", message: "the report cannot be made: \(error)")
    }
    for (name, value) in report.variables { setenv(name.rawValue, value, 1) }
    let code = invocation.context.replaceProcess(program, invocation.line.program)
    throw ProgramPath.cannotStart(program, code)
  }

  private static func tell(
    _ daemon: DaemonConnection, run name: String, _ report: inout ActionReport,
    into file: borrowing ReportFile,
    _ invocation: Invocation
  ) throws(Failure) {
    let run = try daemon.run(named: name)
    report.tell(run, for: invocation)
    let status = try daemon.call(SchedulerMethod.Status.self, .init()).reply
    guard status.outputInJournal == true else {
      var output = StoredOutput(
        run: run, reply: try daemon.call(SchedulerMethod.Output.self, .init(runId: run.runId)).reply, json: []
      )
      _ = output.keepLast(outputLines)
      let text = output.reply.output
      return try write(report.text(hasOutput: !text.isEmpty) + text, to: file)
    }
    try write(report.text(hasOutput: true), to: file)
    let matches = JournalMatches(of: daemon, pid: status.pid).output(ofRun: run.runId, run.identifier)
    let journal = try ProgramPath.resolve("journalctl", in: invocation.context)
    let environment = [
      "PATH": invocation.context.environment("PATH") ?? "/usr/bin:/bin", "LC_ALL": "C.UTF-8",
    ]
    // The run's last lines may still be on their way. Only root can wait for them.
    file.take(outputOf: [journal, "--sync"], environment: environment)
    file.take(
      outputOf: [journal, "--quiet", "--output=cat", "--lines=\(outputLines)"] + matches,
      environment: environment)
  }

  private static func write(_ text: String, to file: borrowing ReportFile) throws(Failure) {
    do throws(SystemError) { try file.write(text) } catch {
      throw Failure(.inputOutput, name: "NoReport", message: "\(error)")
    }
  }
}
