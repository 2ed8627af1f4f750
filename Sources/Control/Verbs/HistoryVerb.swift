import SchedulerAPI

enum HistoryVerb {
  static let specification = VerbSpecification(
    name: "history", summary: "List runs, newest first: how they ended, how long they took, why",
    operandUsage: "[ID]", operands: .words(0...1, .identifiers),
    options: [.value("limit", "N", "No more than so many", short: "n"), CommandTable.allUsers],
    examples: ["history", "history org.example.backup --limit 5"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let showsUsers = invocation.line.flag("all-users")
    let (reply, json) = try invocation.call(
      SchedulerMethod.History.self,
      .init(
        identifier: invocation.line.operands.first,
        limit: try invocation.integer("limit", in: 1...1_000_000_000), allUsers: showsUsers ? true : nil))
    if invocation.wantsJSON {
      invocation.console.printJSON(json)
    } else if reply.runs.isEmpty {
      invocation.console.print("Nothing has run yet.")
    } else {
      invocation.show(RunTable.make(reply.runs, for: invocation, showsUsers: showsUsers))
    }
    return .success
  }
}
