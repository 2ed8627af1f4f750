import FleetAPI

enum FleetHistoryVerb {
  static let specification = VerbSpecification(
    name: "history", group: .past, summary: "List how the fleet's work ended, the newest first",
    operandUsage: "[ID]", operands: .words(0...1, .fleetTasks),
    options: [
      .value("limit", "N", "At most this many; by default 50", short: "n"), FleetOptions.user,
    ], examples: ["history", "history org.example.report -n 5"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let (reply, json) = try invocation.fleetCall(
      FleetMethod.History.self,
      .init(
        identifier: invocation.line.operands.first, user: invocation.line.value("of-user"),
        most: try invocation.integer("limit", in: 1...1000) ?? 50))
    if invocation.wroteJSON(json) { return .success }
    guard !reply.entries.isEmpty else {
      let owner = invocation.line.operands.first ?? invocation.line.value("of-user") ?? "yours"
      invocation.console.printSentence("Nothing of \(SafeText.inline(owner)) has ended in the fleet.")
      return .success
    }
    invocation.show(table(reply.entries.reversed(), invocation))
    return .success
  }

  static func table(_ ends: [FleetWire.End], _ invocation: Invocation) -> Table {
    var table = Table([
      .init(heading: "ENDED"), .init(heading: "TASK", minimumWidth: 12, isKey: true),
      .init(heading: "MACHINE", minimumWidth: 8), .init(heading: "RESULT", minimumWidth: 18),
      .init(heading: "TOOK", isRightAligned: true, dropRank: 0),
      .init(heading: "ATTEMPT", isRightAligned: true, dropRank: 1),
    ])
    for end in ends {
      table.rows.append([
        .init(invocation.date(end.recordedUSec)), .init(end.identifier ?? String(end.task), .bold),
        .init(end.machine ?? ""),
        .init(end.result, end.style), .init(end.length ?? ""),
        .init(end.attempt.map { String($0) } ?? ""),
      ])
    }
    return table
  }
}
