import SchedulerAPI

enum RunVerb {
  static let specification = named("run", .common, summary: "Start pending tasks now, whatever they wait for")
  /// The name that systemctl has for it.
  static let start = named("start", .work, summary: "The same as run")

  private static func named(_ name: String, _ group: VerbGroup, summary: String) -> VerbSpecification {
    VerbSpecification(
      name: name, group: group, summary: summary, operandUsage: "ID…",
      operands: .words(1...10_000, .instances),
      notes: [
        "A run that is started so waits for no condition, and is neither frozen nor told to stop when one is",
        "lost.",
        "An instance of a template, backup@home of backup@.task in tasks.d, need not be pending: one that no",
        "file declares is submitted as its template says, to run once, now. Templates are looked for where",
        "bgtaskctl check looks, and not beside the configuration of a daemon that was started with --config.",
      ],
      examples: ["\(name) org.example.backup", "\(name) backup@home"], run: run)
  }

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    try EachIdentifier.run(invocation) { daemon, identifier throws(Failure) in
      let instance = try InstanceStart(identifier, daemon, invocation)
      do throws(Failure) {
        try start(identifier, daemon, invocation)
      } catch {
        guard error.isNoSuchTask, let instance else { throw error }
        try instance.start(otherwise: error)
      }
    }
  }

  /// Starts a pending task now, and prints so.
  /// - Returns: The run that began.
  @discardableResult
  static func start(
    _ identifier: String, _ daemon: DaemonConnection, _ invocation: Invocation
  ) throws(Failure) -> String {
    do throws(Failure) {
      return try launch(identifier, daemon, invocation)
    } catch  where error.isNoSuchTask {
      // A task that runs has nothing to start.
      var failure = error
      let task = try? daemon.call(SchedulerMethod.Get.self, .init(identifier: identifier)).reply.task
      if let run = task?.runId {
        failure.message = "\(identifier) is running already, as run \(run)"
        failure.next = "bgtaskctl show \(identifier) says more, bgtaskctl cancel \(identifier) ends it"
        throw failure
      }
      failure.message = "no task \(identifier) is pending"
      failure.next = "bgtaskctl list shows what is pending, bgtaskctl history what became of others"
      throw failure
    }
  }

  /// Starts a pending task now, and throws the daemon's own failure where there is none.
  @discardableResult
  static func launch(
    _ identifier: String, _ daemon: DaemonConnection, _ invocation: Invocation
  ) throws(Failure) -> String {
    let (reply, json) = try daemon.call(SchedulerMethod.SimulateLaunch.self, .init(identifier: identifier))
    if !invocation.wroteJSON(json) {
      invocation.console.print(
        "Started \(SafeText.inline(identifier)) as run \(SafeText.inline(reply.runId)).")
    }
    return reply.runId
  }
}
