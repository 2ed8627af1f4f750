import SchedulerAPI
import Varlink

enum ListVerb {
  static let specification = VerbSpecification(
    name: "list", summary: "List pending and running tasks",
    options: [
      CommandTable.prefix, CommandTable.allUsers,
      .value("limit", "N", "No more than so many"),
      .flag("identifiers", "Identifiers only, one a line"),
      .flag("waiting", "Only who waits for conditions without a task: wait-for --when, units"),
    ],
    examples: ["list", "list --prefix org.example. --json", "list --all-users", "list --waiting"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let limit = try invocation.integer("limit", in: 1...1_000_000_000) ?? .max
    let showsUsers = invocation.line.flag("all-users")
    let daemon = try invocation.connect()
    if invocation.line.flag("waiting") {
      let (reply, json) = try waiting(daemon, showsUsers: showsUsers)
      if invocation.wantsJSON {
        invocation.console.printJSON(json)
      } else if reply.waiting.isEmpty {
        invocation.console.print("Nobody waits for conditions.")
      } else {
        invocation.show(WaitingTable.make(reply.waiting, for: invocation, showsUsers: showsUsers))
      }
      return .success
    }
    var tasks: [Wire.Task] = []
    try daemon.stream(
      SchedulerMethod.List.self,
      .init(identifierPrefix: invocation.line.value("prefix"), allUsers: showsUsers ? true : nil)
    ) { page, _ throws(Failure) in
      tasks += page.tasks.prefix(limit - tasks.count)
      return tasks.count < limit
    }
    let console = invocation.console
    if invocation.wantsJSON {
      console.printJSON(SchedulerMethod.List.Reply(tasks: tasks).json)
      return .success
    }
    if invocation.line.flag("identifiers") {
      for task in tasks { console.print(SafeText.inline(task.request.identifier)) }
      return .success
    }
    if tasks.isEmpty {
      console.print("Nothing is pending or running.")
    } else {
      invocation.show(TaskTable.make(tasks, for: invocation, showsUsers: showsUsers))
      let unobserved = Set(tasks.flatMap { $0.unobserved ?? [] }).sorted()
      if !unobserved.isEmpty {
        let count = tasks.count { $0.unobserved != nil }
        let asking = count == 1 ? "one of these tasks asks" : "\(count) of these tasks ask"
        console.print(
          "Nothing on this machine reports \(SafeText.inline(unobserved.joined(separator: ", "))), which "
            + "\(asking) for: bgtaskctl explain says more.")
      }
    }
    guard invocation.line.value("prefix") == nil, limit == .max else { return .success }
    // An older daemon does not know, and its list of tasks is whole without it.
    if let waiting = try? waiting(daemon, showsUsers: showsUsers).reply.waiting, !waiting.isEmpty {
      console.print("")
      invocation.show(WaitingTable.make(waiting, for: invocation, showsUsers: showsUsers))
    }
    return .success
  }

  private static func waiting(
    _ daemon: DaemonConnection, showsUsers: Bool
  ) throws(Failure) -> (reply: SchedulerMethod.ListWaiting.Reply, json: [UInt8]) {
    try daemon.call(SchedulerMethod.ListWaiting.self, .init(allUsers: showsUsers ? true : nil))
  }
}
