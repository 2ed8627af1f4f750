import ConfigurationFiles
import SchedulerAPI
import SchedulerCore

enum RerunVerb {
  static let specification = VerbSpecification(
    name: "rerun", group: .work, summary: "Do again what a run of the history did", operandUsage: "RUN",
    operands: .words(1...1, .nothing), options: [SubmissionWait.option],
    notes: [
      "RUN is the name of a run or its beginning, as bgtaskctl history shows it. Its task has to be pending",
      "still, and is started now, whatever its date and requirements. Of a task that is over the daemon",
      "keeps its runs, and not what was submitted: then this says what to do instead.",
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
      SubmittedWork(run: try RunVerb.start(past.identifier, daemon, invocation), of: past.identifier)
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
      "\(past.identifier) is over: the daemon has kept how its runs ended, and not what was submitted"
    failure.next = "submit it again: bgtaskctl submit -i \(past.identifier) -- PROGRAM"
    // The files of another user are not read here, and directories of its own that a daemon has are not
    // known.
    let loader = invocation.configuration(ofSystem: daemon.path == SocketPath.system)
    let key = TaskKey(uid: past.uid, identifier: past.identifier)
    if let declaration = loader.load().tasks.set.declarations.first(where: { $0.key == key }) {
      failure.next =
        "\(declaration.file) declares it: what was cancelled comes back with "
        + "\(invocation.howToReload(daemon)), what was done begins anew when that file says something else"
    }
    return failure
  }
}
