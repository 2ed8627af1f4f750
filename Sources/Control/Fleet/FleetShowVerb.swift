import FleetAPI
import SystemdSyntax

enum FleetShowVerb {
  static let specification = VerbSpecification(
    name: "show", group: .common, summary: "Show a task of the fleet: where it waits, runs and ended",
    operandUsage: "ID", operands: .words(1...1, .fleetTasks), options: [FleetOptions.user],
    examples: ["show org.example.update"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let (identifier, number) = FleetOptions.task(invocation)
    let (reply, json) = try invocation.fleetCall(
      FleetMethod.Show.self,
      .init(identifier: identifier, task: number, user: invocation.line.value("of-user")))
    if invocation.wroteJSON(json) { return .success }
    let (console, task) = (invocation.console, reply.task)
    console.printSentence(
      "\(console.styled(SafeText.inline(task.identifier), .bold)) of \(SafeText.inline(task.user)), "
        + "\(task.mode) in the group \(SafeText.inline(task.group)): \(task.state).")
    if !task.requirements.isEmpty { console.printSentence("Needs \(SafeText.inline(task.requirements)).") }
    if !reply.occurrences.isEmpty {
      console.print()
      invocation.show(occurrences(reply.occurrences, invocation))
    }
    if !reply.history.isEmpty {
      console.print()
      invocation.show(FleetHistoryVerb.table(reply.history, invocation))
    }
    return .success
  }

  private static func occurrences(
    _ occurrences: [FleetWire.Occurrence], _ invocation: Invocation
  ) -> Table {
    var table = Table([
      .init(heading: "OCCURRENCE", isRightAligned: true, isKey: true), .init(heading: "STATE"),
      .init(heading: "MACHINE", minimumWidth: 8), .init(heading: "ATTEMPT", isRightAligned: true),
      .init(heading: "SINCE", dropRank: 0),
    ])
    for one in occurrences {
      let since = one.begunUSec ?? one.grantedUSec ?? one.notBeforeUSec
      table.rows.append([
        .init(String(one.occurrence)), .init(one.state, FleetOptions.style(one.state)),
        .init(one.machine ?? one.for.map { "for \($0)" } ?? ""), .init(String(one.attempt)),
        .init(since.map(invocation.date) ?? ""),
      ])
    }
    return table
  }
}

enum FleetCancelVerb {
  static let specification = VerbSpecification(
    name: "cancel", group: .common, summary: "End a task of the fleet; machines that run it are told to stop",
    operandUsage: "ID", operands: .words(1...1, .fleetTasks), options: [FleetOptions.user],
    examples: ["cancel org.example.update"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let (identifier, number) = FleetOptions.task(invocation)
    let (reply, json) = try invocation.fleetCall(
      FleetMethod.Cancel.self,
      .init(identifier: identifier, task: number, user: invocation.line.value("of-user")))
    if invocation.wroteJSON(json) { return .success }
    guard !reply.hadEnded else {
      invocation.console.printSentence(
        "\(SafeText.inline(reply.identifier)) had ended already: bgtaskctl fleet history says how.")
      return .success
    }
    let stopping = reply.stopping > 0 ? "; \(reply.stopping) are told to stop" : ""
    invocation.console.printSentence(
      "Cancelled \(SafeText.inline(reply.identifier)): \(reply.cancelled) waited\(stopping).")
    return .success
  }
}
