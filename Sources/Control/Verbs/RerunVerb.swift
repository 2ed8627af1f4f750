import ConfigurationFiles
import SchedulerAPI
import SchedulerCore

enum RerunVerb {
  static let specification = VerbSpecification(
    name: "rerun", group: .work, summary: "Run the task of an earlier run again", operandUsage: "RUN",
    operands: .words(1...1, .nothing), options: [SubmissionWait.option],
    notes: [
      "RUN is the name of a run or its beginning, as bgtaskctl history shows it. If its task is still",
      "pending, the task starts now, whatever its date and requirements. For a task that is over, the daemon",
      "keeps the runs, but not the request; rerun then says what to do instead.",
    ],
    examples: ["rerun 0123abcd", "rerun --wait 0123abcd"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let daemon = try invocation.connect()
    let past = try daemon.run(named: invocation.line.operands[0])
    let task: Wire.Task
    do throws(Failure) {
      task = try daemon.call(SchedulerMethod.Get.self, .init(identifier: past.identifier)).reply.task
    } catch  where error.isNoSuchTask {
      throw gone(past, daemon, invocation, error)
    }
    guard task.state == .waiting else { throw running(task, invocation) }
    func start() throws(Failure) -> SubmittedWork {
      SubmittedWork(run: try RunVerb.start(past.identifier, daemon, invocation), of: task)
    }
    return try SubmissionWait.run(past.identifier, daemon, invocation, submitting: start)
  }

  private static func running(_ task: Wire.Task, _ invocation: Invocation) -> Failure {
    let since = task.startedUSec.map { " since \(invocation.date($0))" } ?? ""
    return Failure(
      .temporary, name: "AlreadyRunning",
      message: "\(task.request.identifier) is running now\(since), and is not started a second time",
      next: "bgtaskctl watch shows when it is over; bgtaskctl cancel \(task.request.identifier) ends it")
  }

  /// Returns the failure for a task whose request is gone.
  private static func gone(
    _ past: Wire.Run, _ daemon: DaemonConnection, _ invocation: Invocation, _ error: Failure
  ) -> Failure {
    var failure = error
    failure.message =
      "\(past.identifier) is over: the daemon keeps the outcomes of its runs, but not its request"
    failure.next = "submit it again: bgtaskctl submit -i \(past.identifier) -- PROGRAM"
    // The files of another user are not read here, and directories of its own that a daemon has are not
    // known.
    let loader = invocation.configuration(ofSystem: daemon.path == SocketPath.system)
    let key = TaskKey(uid: past.uid, identifier: past.identifier)
    if let declaration = loader.load().tasks.set.declarations.first(where: { $0.key == key }) {
      failure.next =
        "\(declaration.file) declares it: a cancelled task comes back with "
        + "\(invocation.howToReload(daemon)), a finished task begins again when the file changes"
    }
    return failure
  }
}
