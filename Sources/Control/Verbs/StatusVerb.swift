import ConfigurationFiles
import LinuxSystem
import SchedulerAPI
import Varlink

enum StatusVerb {
  static let specification = VerbSpecification(
    name: "status", summary: "Show how the daemon is", examples: ["status", "status --json"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let daemon = try invocation.connect()
    let (reply, json) = try daemon.call(SchedulerMethod.Status.self, Empty())
    guard !invocation.wantsJSON else {
      invocation.console.printJSON(json)
      return .success
    }
    var lines = Properties()
    lines.add("Version", reply.version)
    lines.add("Socket", daemon.path)
    lines.add("Process", reply.pid.map(String.init))
    lines.add("Started", invocation.date(reply.startedUSec))
    lines.add("Pending", String(reply.pending))
    lines.add("Running", String(reply.running))
    lines.add("Cannot store", reply.storeFailure, .red)
    lines.add("Since then", since(reply.counters))
    for account in reply.accounts ?? [] {
      let name = UInt32(exactly: account.uid).map { UserAccount(uid: $0).name } ?? String(account.uid)
      lines.add("User \(name)", AccountBound.text(uses: account.uses, bounds: reply.accountBounds ?? [:]))
    }
    for line in reply.damaged ?? [] { lines.add("Damaged", line, .red) }
    if reply.damaged?.isEmpty == false {
      lines.add("What to do", "stop the daemon, run bgtaskd --recover, start it: until then these are held")
    }
    lines.show(on: invocation)
    return .success
  }

  /// What has happened to tasks. What the daemon counts of its own work is for `--json`.
  private static func since(_ counters: [String: Int]) -> String {
    let internals: Set<String> = ["events", "tasksVisited"]
    let happened = counters.filter { $0.value > 0 && !internals.contains($0.key) }
    guard !happened.isEmpty else { return "nothing yet" }
    return happened.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
  }
}
