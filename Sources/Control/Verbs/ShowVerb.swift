import SchedulerAPI

enum ShowVerb {
  static let specification = VerbSpecification(
    name: "show", summary: "Show all of a task and its last runs", operandUsage: "ID",
    operands: .words(1...1, .identifiers), examples: ["show org.example.backup"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let (reply, json) = try invocation.call(
      SchedulerMethod.Get.self, .init(identifier: invocation.line.operands[0]))
    guard !invocation.wantsJSON else {
      invocation.console.printJSON(json)
      return .success
    }
    TaskDetails.make(reply.task, for: invocation).show(on: invocation)
    guard !reply.lastRuns.isEmpty else { return .success }
    invocation.console.print("\nLast runs:")
    invocation.show(RunTable.make(reply.lastRuns, for: invocation, showsIdentifiers: false), indent: 2)
    return .success
  }
}
