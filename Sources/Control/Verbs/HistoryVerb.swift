import SchedulerAPI
import Varlink

enum HistoryVerb {
  static let specification = VerbSpecification(
    name: "history", summary: "List runs, newest first: how they ended, how long they took, why",
    operandUsage: "[ID]", operands: .words(0...1, .identifiers),
    options: [.value("limit", "N", "No more than so many", short: "n"), CommandTable.allUsers],
    examples: ["history", "history org.example.backup --limit 5"], run: run)

  /// As many as a person looks at, where nobody says.
  private static let usualLength = 50

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let showsUsers = invocation.line.flag("all-users")
    let limit = try invocation.integer("limit", in: 1...1_000_000_000) ?? usualLength
    let runs = try invocation.connect().history(
      .init(
        identifier: invocation.line.operands.first, limit: limit, allUsers: showsUsers ? true : nil))
    if invocation.wantsJSON {
      invocation.console.printJSON(SchedulerMethod.History.Reply(runs: runs).json)
    } else if runs.isEmpty {
      invocation.console.print("Nothing has run yet.")
    } else {
      invocation.show(RunTable.make(runs, for: invocation, showsUsers: showsUsers))
    }
    return .success
  }
}
