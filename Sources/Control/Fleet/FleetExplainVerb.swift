import FleetAPI

enum FleetExplainVerb {
  static let specification = VerbSpecification(
    name: "explain", group: .common, summary: "Explain why a task runs nowhere: what the machines say",
    operandUsage: "ID", operands: .words(1...1, .fleetTasks), options: [FleetOptions.user],
    examples: ["explain org.example.render"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let (identifier, task) = FleetOptions.task(invocation)
    let (reply, json) = try invocation.fleetCall(
      FleetMethod.Explain.self,
      .init(identifier: identifier, task: task, user: invocation.line.value("of-user")))
    if invocation.wroteJSON(json) { return .success }
    let explanation = FleetExplanation(.init(reply), for: invocation)
    invocation.console.printSentence("\(SafeText.inline(reply.identifier)) \(explanation.sentence)")
    return .success
  }
}
