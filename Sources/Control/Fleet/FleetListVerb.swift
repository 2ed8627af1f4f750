import FleetAPI
import SystemdSyntax
import Varlink

enum FleetListVerb {
  static let specification = VerbSpecification(
    name: "list", group: .common, summary: "List the tasks of the fleet",
    options: [
      .flag("all", "Tasks that have ended as well"),
      .value("group", "G", "Only tasks for this group of machines"), FleetOptions.user,
      .flag("identifiers", "Only the identifiers, one a line"),
    ], examples: ["list", "list --group lab --json"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let (line, all) = (invocation.line, invocation.line.flag("all") ? "all" : nil)
    let tasks = try invocation.fleetPages { (after: Int?) throws(Failure) in
      let page = try invocation.fleetCall(
        FleetMethod.List.self,
        .init(state: all, group: line.value("group"), user: line.value("of-user"), after: after, most: 1000)
      ).reply
      return (page.tasks, page.next)
    }
    if invocation.wroteJSON(FleetMethod.List.Reply(tasks: tasks).json) { return .success }
    if line.flag("identifiers") {
      for task in tasks { invocation.console.print(SafeText.inline(task.identifier)) }
      return .success
    }
    guard !tasks.isEmpty else {
      invocation.console.printSentence(FleetOptions.noTasks(invocation))
      return .success
    }
    var table = Table([
      .init(heading: "TASK", minimumWidth: 12, isKey: true),
      .init(heading: "USER", minimumWidth: 4, dropRank: 1),
      .init(heading: "GROUP", minimumWidth: 5, dropRank: 2), .init(heading: "MODE", dropRank: 3),
      .init(heading: "STATE"), .init(heading: "WAITING", isRightAligned: true),
      .init(heading: "HELD", isRightAligned: true), .init(heading: "NEXT", dropRank: 0),
    ])
    for task in tasks {
      // The date for which work waits comes before the one after it.
      let waiting = task.waiting > 0 ? task.notBeforeUSec.flatMap { $0 > invocation.now ? $0 : nil } : nil
      let next = waiting ?? task.nextUSec
      table.rows.append([
        .init(task.identifier, .bold), .init(task.user), .init(task.group), .init(task.mode),
        .init(task.state, FleetOptions.style(task.state)), .init(String(task.waiting)),
        .init(String(task.granted)), .init(next.map(invocation.date) ?? ""),
      ])
    }
    invocation.show(table)
    return .success
  }
}

/// The options and styles that verbs of the fleet share.
enum FleetOptions {
  static let user = OptionSpecification.value(
    "of-user", "USER", "Another user's (for the fleet's administrators)")

  /// The sentence about a fleet without tasks, of the group and the user that are asked for.
  static func noTasks(_ invocation: Invocation) -> String {
    let owner = invocation.line.value("of-user").map { SafeText.inline($0) } ?? "yours"
    guard let group = invocation.line.value("group") else {
      return "The fleet has no tasks of \(owner); fleet submit hands one in."
    }
    return "The fleet has no tasks of \(owner) for the group \(SafeText.inline(group))."
  }

  static func style(_ state: String) -> Style {
    switch state {
    case "granted", "member", "holds": .green
    case "notSeen", "never", "disallowed": .red
    default: .plain
    }
  }

  /// The operand of a verb about one task, a name or a number.
  static func task(_ invocation: Invocation) -> (identifier: String?, task: Int?) {
    let word = invocation.line.operands[0]
    return Int(word).map { (nil, $0) } ?? (word, nil)
  }
}
