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
    for name in reply.counters.keys.sorted() { lines.add(name, String(reply.counters[name] ?? 0)) }
    lines.show(on: invocation)
    return .success
  }
}
