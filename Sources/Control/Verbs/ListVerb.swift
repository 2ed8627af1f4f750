import ConfigurationFiles
import SchedulerAPI
import SchedulerCore
import Varlink

enum ListVerb {
  static let specification = VerbSpecification(
    name: "list", group: .common, summary: "List pending and running tasks, the most important first",
    options: [
      CommandTable.prefix, CommandTable.allUsers,
      .value("limit", "N", "At most this many"),
      .flag("identifiers", "Identifiers only, one a line"),
      .flag(
        "templates", "Templates of tasks as well, after the tasks: bgtaskctl run NAME@home"),
      .flag("running", "Only running tasks"),
      .flag("failed", "Only tasks whose last run failed and that wait for another"),
      .flag("overdue", "Only tasks that should have run by now"),
      .flag("tree", "Show a task that comes after another task below it"),
      .flag("held", "Only programs that the machine waits for before it sleeps"),
      .flag("waiting", "Only programs and units that wait for conditions: wait-for --when, units"),
    ],
    notes: [
      "Running tasks come first, then tasks that fail, are overdue, wait for something, or are scheduled.",
      "WHY is the first reason and the number of further ones; bgtaskctl explain has all of them.",
    ],
    examples: ["list", "list --failed", "list --prefix org.example. --json", "list --all-users"], run: run)

  /// The most errors of files to show: users look for tasks here.
  private static let errorLines = 3

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let limit = try invocation.integer("limit", in: 1...1_000_000_000) ?? .max
    let daemon = try invocation.connect()
    if invocation.line.flag("waiting") {
      let (reply, json) = try waiting(daemon, invocation)
      if invocation.wroteJSON(json) { return .success }
      if reply.waiting.isEmpty {
        invocation.console.print("No program and no unit waits for conditions.")
      } else {
        invocation.show(WaitingTable.make(reply.waiting, for: invocation))
      }
      return .success
    }
    if invocation.line.flag("held") {
      let (reply, json) = try held(daemon, invocation)
      if invocation.wroteJSON(json) { return .success }
      if reply.assertions.isEmpty {
        invocation.console.print("The machine waits for no program before it sleeps.")
      } else {
        invocation.show(HeldTable.make(reply.assertions, for: invocation))
      }
      return .success
    }
    var tasks: [Wire.Task] = []
    let wanted = standings(invocation)
    try daemon.stream(
      SchedulerMethod.List.self,
      .init(
        identifierPrefix: invocation.line.value("prefix"), allUsers: invocation.allUsers, lastRuns: true)
    ) { page, _ throws(Failure) in
      tasks += page.tasks.filter { wanted.contains(TaskStanding($0, now: invocation.now)) }
        .prefix(limit - tasks.count)
      return tasks.count < limit
    }
    tasks = tasks.sortedByName
    let console = invocation.console
    let templates = try templates(daemon, invocation)
    if invocation.wroteJSON(SchedulerMethod.List.Reply(tasks: tasks).json) { return .success }
    if invocation.line.flag("identifiers") {
      for task in tasks { console.print(SafeText.inline(task.request.identifier)) }
      for template in templates { console.print(SafeText.inline(template.name)) }
      return .success
    }
    for pause in daemon.pauses(allUsers: invocation.allUsers) {
      console.printSentence(console.styled("Paused: \(PauseWords(pause, for: invocation).line)", .yellow))
    }
    // The list is worth showing without the status.
    let status = try? daemon.call(SchedulerMethod.Status.self, Empty()).reply
    let errors = status?.fileErrors ?? []
    for line in errors.prefix(errorLines) {
      console.printSentence(console.styled("Wrong: \(SafeText.inline(line))", .red), hanging: 2)
    }
    let untold = (status?.allFileErrors ?? 0) - errors.prefix(errorLines).count
    if untold > 0 {
      let allNamed = untold == 1 ? "it" : "them all"
      let named = status?.allFileErrors == errors.count ? allNamed : "the first \(errors.count)"
      console.printSentence(
        "\(untold) more \(untold == 1 ? "error" : "errors") in files: bgtaskctl status names \(named).")
    }
    if tasks.isEmpty {
      console.printSentence(empty(wanted, prefix: invocation.line.value("prefix")))
    } else {
      let (prefix, table) = TaskTable.make(tasks, for: invocation, isTree: invocation.line.flag("tree"))
      invocation.showCommon(prefix)
      invocation.show(table)
      let unobserved = Set(tasks.flatMap { $0.unobserved ?? [] }).sorted().map(ConditionField.words)
      if !unobserved.isEmpty {
        let count = tasks.count { $0.unobserved != nil }
        let asking = count == 1 ? "one of these tasks asks" : "\(count) of these tasks ask"
        console.printSentence(
          "Nothing on this machine reports \(SafeText.inline(unobserved.joined(separator: ", "))), which "
            + "\(asking) for: bgtaskctl explain says more.")
      }
    }
    if !templates.isEmpty {
      console.print("")
      var table = Table([.init(heading: "TEMPLATE", isKey: true), .init(heading: "FILE", dropRank: 0)])
      table.rows = templates.map { [.init($0.name, .bold), .init($0.file)] }
      invocation.show(table)
    }
    guard invocation.line.value("prefix") == nil, limit == .max, wanted.count == TaskStanding.allCases.count
    else { return .success }
    // An older daemon does not know the method, and its list of tasks is whole without it.
    if let waiting = try? waiting(daemon, invocation).reply.waiting, !waiting.isEmpty {
      console.print("")
      invocation.show(WaitingTable.make(waiting, for: invocation))
    }
    if let held = try? held(daemon, invocation).reply.assertions, !held.isEmpty {
      console.print("")
      invocation.show(HeldTable.make(held, for: invocation))
    }
    return .success
  }

  /// Returns the templates that a daemon of this user or of the system would read; none unless asked for.
  private static func templates(
    _ daemon: DaemonConnection, _ invocation: Invocation
  ) throws(Failure) -> [(name: String, file: String)] {
    guard invocation.line.flag("templates") else { return [] }
    guard !invocation.wantsJSON else {
      throw invocation.misuse(
        "--templates are files, and are not part of the daemon's list that --json writes")
    }
    return invocation.configuration(ofSystem: daemon.path == SocketPath.system).templates()
  }

  /// Returns the standings that the options ask for; all of them without such an option.
  private static func standings(_ invocation: Invocation) -> Set<TaskStanding> {
    let asked: [(option: String, standing: TaskStanding)] = [
      ("running", .running), ("failed", .failing), ("overdue", .overdue),
    ]
    let wanted = asked.filter { invocation.line.flag($0.option) }.map(\.standing)
    return Set(wanted.isEmpty ? TaskStanding.allCases : wanted)
  }

  private static func empty(_ wanted: Set<TaskStanding>, prefix: String?) -> String {
    guard wanted.count == TaskStanding.allCases.count else { return Invocation.nothingLeft }
    if let prefix {
      return "No pending or running task has an identifier that begins with \(SafeText.inline(prefix))."
    }
    return """
      Nothing is pending or running. `bgtaskctl submit -i ID -- PROGRAM` hands work over, \
      `bgtaskctl history` says what has run.
      """
  }

  private static func held(
    _ daemon: DaemonConnection, _ invocation: Invocation
  ) throws(Failure) -> (reply: SchedulerMethod.ListAssertions.Reply, json: [UInt8]) {
    try daemon.call(SchedulerMethod.ListAssertions.self, .init(allUsers: invocation.allUsers))
  }

  private static func waiting(
    _ daemon: DaemonConnection, _ invocation: Invocation
  ) throws(Failure) -> (reply: SchedulerMethod.ListWaiting.Reply, json: [UInt8]) {
    try daemon.call(SchedulerMethod.ListWaiting.self, .init(allUsers: invocation.allUsers))
  }
}
