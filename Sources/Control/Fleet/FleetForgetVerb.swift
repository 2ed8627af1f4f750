import FleetAPI

enum FleetForgetVerb {
  static let specification = VerbSpecification(
    name: "forget", group: .machine,
    summary: "Remove a machine that is gone for good (for the fleet's administrators)",
    operandUsage: "MACHINE", operands: .words(1...1, .fleetMachines),
    notes: [
      "Work for every machine does not wait for it any more, and another machine may have its name. The",
      "machine has left, or its lease is over: one that is a member now is refused.",
    ],
    examples: ["forget lab-7"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let (reply, json) = try invocation.fleetCall(
      FleetMethod.ForgetMachine.self, .init(machine: invocation.line.operands[0]))
    if invocation.wroteJSON(json) { return .success }
    invocation.console.printSentence(
      "\(SafeText.inline(reply.name)) is forgotten: nothing waits for it any more.")
    return .success
  }
}
