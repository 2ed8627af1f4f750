import SchedulerAPI
import SchedulerCore
import Varlink

enum ShowVerb {
  static let specification = VerbSpecification(
    name: "show", group: .common, summary: "Show everything about a task, and its last runs",
    operandUsage: "ID",
    operands: .words(1...1, .identifiers), examples: ["show org.example.backup"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let identifier = invocation.line.operands[0]
    let daemon = try invocation.connect()
    let reply: SchedulerMethod.Get.Reply
    let json: [UInt8]
    do throws(Failure) {
      (reply, json) = try daemon.call(SchedulerMethod.Get.self, .init(identifier: identifier))
    } catch {
      guard error.isNoSuchTask else { throw error }
      return try showPast(of: identifier, daemon, invocation, otherwise: error)
    }
    if invocation.wroteJSON(json) { return .success }
    var task = reply.task
    task.lastRun = task.lastRun ?? reply.lastRuns.first
    TaskDetails.make(task, for: invocation).show(on: invocation)
    show(reply.lastRuns, on: invocation)
    return .success
  }

  /// Shows a task that is over by its last runs.
  private static func showPast(
    of identifier: String, _ daemon: DaemonConnection, _ invocation: Invocation, otherwise failure: Failure
  ) throws(Failure) -> ExitStatus {
    let (reply, json) = try daemon.call(
      SchedulerMethod.History.self, .init(identifier: identifier, limit: 5))
    guard let last = reply.runs.first else {
      throw invocation.namingFleetFile(of: identifier, daemon, in: failure)
    }
    if invocation.wroteJSON(json) { return .success }
    let result = RunResult(last)
    var details = Properties()
    details.add("Identifier", identifier, .bold)
    details.add("Kind", last.kind.rawValue)
    details.add("State", "over: nothing of it is pending")
    details.add("Last result", result.words, result.style)
    details.add("Ended", last.endedUSec.map(invocation.date))
    details.show(on: invocation)
    show(reply.runs, on: invocation)
    return .success
  }

  private static func show(_ runs: [Wire.Run], on invocation: Invocation) {
    guard !runs.isEmpty else { return }
    invocation.console.print("\nLast runs:")
    invocation.show(RunTable.make(runs, for: invocation, showsIdentifiers: false).table, indent: 2)
  }
}
