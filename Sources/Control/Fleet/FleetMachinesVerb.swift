import FleetAPI
import SystemdSyntax
import Varlink

enum FleetMachinesVerb {
  static let specification = VerbSpecification(
    name: "machines", group: .machine, summary: "List the machines of the fleet",
    options: [
      .value("group", "G", "Only machines of this group"), .flag("names", "Only the names, one a line"),
    ],
    examples: ["machines", "machines --json"],
    run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let machines = try invocation.fleetPages { (after: String?) throws(Failure) in
      let page = try invocation.fleetCall(
        FleetMethod.Machines.self, .init(group: invocation.line.value("group"), after: after, most: 1000)
      ).reply
      return (page.machines, page.next)
    }
    if invocation.wroteJSON(FleetMethod.Machines.Reply(machines: machines).json) { return .success }
    if invocation.line.flag("names") {
      for machine in machines { invocation.console.print(SafeText.inline(machine.name)) }
      return .success
    }
    guard !machines.isEmpty else {
      let group = invocation.line.value("group").map { SafeText.inline($0) }
      invocation.console.printSentence(
        group.map { "No machine of the fleet is in the group \($0)." }
          ?? "No machine has joined the fleet; see bgtask-fleet(8).")
      return .success
    }
    var table = Table([
      .init(heading: "MACHINE", minimumWidth: 8, isKey: true), .init(heading: "STATE"),
      .init(heading: "HELD", isRightAligned: true), .init(heading: "GROUPS", minimumWidth: 6, dropRank: 1),
      .init(heading: "TASKS OF", minimumWidth: 8, dropRank: 0), .init(heading: "LAST SEEN", dropRank: 2),
    ])
    for machine in machines {
      let state = machine.state == "member" && machine.draining == true ? "draining" : machine.state
      table.rows.append([
        .init(machine.name, .bold), .init(state, FleetOptions.style(state)), .init(String(machine.granted)),
        .init((machine.groups ?? []).joined(separator: ", ")),
        .init((machine.allows ?? []).joined(separator: ", ")),
        .init(machine.lastSeenUSec.map(invocation.date) ?? ""),
      ])
    }
    invocation.show(table)
    return .success
  }
}

enum FleetDrainVerb {
  static let specification = VerbSpecification(
    name: "drain", group: .machine,
    summary: "Let a machine take no new work, or take it again (for the fleet's administrators)",
    operandUsage: "MACHINE", operands: .words(1...1, .fleetMachines),
    options: [.flag("undo", "Let it take work again")], examples: ["drain lab-7", "drain --undo lab-7"],
    run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let (reply, json) = try invocation.fleetCall(
      FleetMethod.Drain.self,
      .init(machine: invocation.line.operands[0], draining: !invocation.line.flag("undo")))
    if invocation.wroteJSON(json) { return .success }
    let name = SafeText.inline(reply.name)
    invocation.console.printSentence(
      reply.draining
        ? "\(name) takes no new work; it still has \(reply.granted)." : "\(name) takes work again.")
    return .success
  }
}
