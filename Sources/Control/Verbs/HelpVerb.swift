enum HelpVerb {
  static let specification = VerbSpecification(
    name: "help", summary: "Explain the use of a verb, or list all verbs", operandUsage: "[VERB]",
    operands: .words(0...1, .verbs), examples: ["help submit"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    guard let name = invocation.line.operands.first else {
      invocation.console.print(invocation.help.general())
      return .success
    }
    guard let verb = invocation.commands.verb(name) else {
      throw CommandLineParser.unknown(verb: name, of: invocation.commands)
    }
    invocation.console.print(invocation.help.verb(verb))
    return .success
  }
}
