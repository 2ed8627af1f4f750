import SchedulerAPI
import SchedulerCore

enum WatchVerb {
  static let specification = VerbSpecification(
    name: "watch", group: .past, summary: "Follow what happens from now on, until interrupted",
    options: [
      CommandTable.prefix, CommandTable.allUsers,
      .value("limit", "N", "Exit after so many events", short: "n"),
    ],
    notes: [
      "On a terminal each run under way has a line at the bottom that says how far it is, how fast it goes,",
      "and how long it will take; what else happens scrolls above. Elsewhere every event is a line.",
      "bgtaskctl cancel ID stops a task that runs; control-C stops watching and nothing else.",
    ],
    examples: ["watch", "watch --prefix org.example. --json"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    var left = try invocation.integer("limit", in: 1...1_000_000_000) ?? .max
    let live = invocation.context.canMoveCursor && !invocation.wantsJSON ? LiveWatch(invocation) : nil
    defer { live?.end() }
    let daemon = try live == nil ? invocation.connect() : invocation.connectForEvents()
    // The next event may be long in coming, which is no failure of the daemon.
    func idle() throws(Failure) -> DaemonConnection.Pause { try live?.idle() ?? .endless }
    try daemon.stream(
      SchedulerMethod.Watch.self,
      .init(identifierPrefix: invocation.line.value("prefix"), allUsers: invocation.allUsers),
      whenIdle: idle
    ) { event, json throws(Failure) in
      left -= 1
      if let live {
        live.take(event, line: line(event, on: invocation))
        return left > 0
      }
      if !invocation.wroteJSON(json) { invocation.console.print(line(event, on: invocation)) }
      // Written at once, because a reader waits for this line; the verb ends when it cannot be written.
      if let failure = invocation.console.finish() { throw failure }
      return left > 0
    }
    return .success
  }

  private static func line(_ event: SchedulerMethod.Watch.Reply, on invocation: Invocation) -> String {
    EventLine(
      timeUSec: event.timeUSec, event: event.event,
      style: event.run.map { RunResult($0).style } ?? event.task.map { TaskTable.style($0.state) } ?? .cyan,
      name: event.task?.request.identifier ?? event.run?.identifier ?? "",
      details: details(event, on: invocation)
    ).text(on: invocation)
  }

  private static func details(_ event: SchedulerMethod.Watch.Reply, on invocation: Invocation) -> String {
    if let conditions = event.conditions { return ConditionsTable.summary(conditions) }
    guard let run = event.run else { return event.task.map(TaskTable.why) ?? "" }
    guard run.outcome != nil else {
      if let reason = run.stopReason?.message { return reason }
      let progress = RunProgress(
        run.progress, elapsedUSec: RunProgress.elapsed(from: run.startedUSec, to: event.timeUSec),
        request: nil, drawing: invocation.progressBar(columns: invocation.console.output.width)
      ).line
      return progress.isEmpty ? "attempt \(run.attempt)" : progress
    }
    let parts = [RunResult(run).words, RunTable.took(run, now: invocation.now)]
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
