import SchedulerAPI
import Varlink

enum ListVerb {
  static let specification = VerbSpecification(
    name: "list", summary: "List pending and running tasks",
    options: [
      CommandTable.prefix, CommandTable.allUsers,
      .value("limit", "N", "No more than so many"),
      .flag("identifiers", "Identifiers only, one a line"),
    ],
    examples: ["list", "list --prefix org.example. --json", "list --all-users"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let limit = try invocation.integer("limit", in: 1...1_000_000_000) ?? .max
    let showsUsers = invocation.line.flag("all-users")
    var tasks: [Wire.Task] = []
    try invocation.connect().stream(
      SchedulerMethod.List.self,
      .init(identifierPrefix: invocation.line.value("prefix"), allUsers: showsUsers ? true : nil)
    ) { page, _ throws(Failure) in
      tasks += page.tasks.prefix(limit - tasks.count)
      return tasks.count < limit
    }
    let console = invocation.console
    if invocation.wantsJSON {
      console.printJSON(SchedulerMethod.List.Reply(tasks: tasks).json)
    } else if invocation.line.flag("identifiers") {
      for task in tasks { console.print(SafeText.inline(task.request.identifier)) }
    } else if tasks.isEmpty {
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
    return .success
  }
}
