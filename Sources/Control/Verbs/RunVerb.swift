import SchedulerAPI

enum RunVerb {
  static let specification = VerbSpecification(
    name: "run", summary: "Start pending tasks now, whatever their dates and requirements",
    operandUsage: "ID…",
    operands: .words(1...10_000, .identifiers), examples: ["run org.example.backup"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    try EachIdentifier.run(invocation) { daemon, identifier throws(Failure) in
      try start(identifier, daemon, invocation)
    }
  }

  /// Starts a pending task now, and says so.
  static func start(
    _ identifier: String, _ daemon: DaemonConnection, _ invocation: Invocation
  ) throws(Failure) {
    do throws(Failure) {
      let (reply, json) = try daemon.call(
        SchedulerMethod.SimulateLaunch.self, .init(identifier: identifier))
      if invocation.wantsJSON {
        invocation.console.printJSON(json)
      } else {
        invocation.console.print(
          "Started \(SafeText.inline(identifier)) as run \(SafeText.inline(reply.runId)).")
      }
    } catch  where error.isNoSuchTask {
      // One that runs has nothing to start.
      var failure = error
      failure.message = "no task \(identifier) is pending"
      failure.next = "bgtaskctl list shows whether it runs already, bgtaskctl history what became of it"
      throw failure
    }
  }
}
