import SchedulerAPI

enum ExpireVerb {
  static let specification = VerbSpecification(
    name: "expire", group: .work, summary: "Tell running tasks that their time is up", operandUsage: "ID…",
    operands: .words(1...10_000, .identifiers), examples: ["expire org.example.backup"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    try EachIdentifier.run(invocation) { daemon, identifier throws(Failure) in
      let json: [UInt8]
      do throws(Failure) {
        json = try daemon.call(SchedulerMethod.SimulateExpiration.self, .init(identifier: identifier)).json
      } catch  where error.isNoSuchTask {
        // A task that waits is pending, and has nothing to stop.
        var failure = error
        failure.message = "no task \(identifier) is running"
        failure.next = "bgtaskctl list shows whether it waits; bgtaskctl cancel ends what waits as well"
        throw failure
      }
      if !invocation.wroteJSON(json) {
        invocation.console.print("Told \(SafeText.inline(identifier)) that its time is up.")
      }
    }
  }
}
