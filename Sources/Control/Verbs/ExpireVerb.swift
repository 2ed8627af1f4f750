import SchedulerAPI

enum ExpireVerb {
  static let specification = VerbSpecification(
    name: "expire", summary: "Tell running tasks that their time is up", operandUsage: "ID…",
    operands: .words(1...10_000, .identifiers), examples: ["expire org.example.backup"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    try EachIdentifier.run(invocation) { daemon, identifier throws(Failure) in
      let (_, json) = try daemon.call(
        SchedulerMethod.SimulateExpiration.self, .init(identifier: identifier))
      if invocation.wantsJSON {
        invocation.console.printJSON(json)
      } else {
        invocation.console.print("Told \(SafeText.inline(identifier)) that its time is up.")
      }
    }
  }
}
