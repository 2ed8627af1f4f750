import SchedulerAPI
import SystemdSyntax

enum WatchVerb {
  static let specification = VerbSpecification(
    name: "watch", summary: "Follow what happens from now on, until interrupted",
    options: [
      CommandTable.prefix, CommandTable.allUsers,
      .value("limit", "N", "Exit after so many events", short: "n"),
    ],
    examples: ["watch", "watch --prefix org.example. --json"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    var left = try invocation.integer("limit", in: 1...1_000_000_000) ?? .max
    try invocation.connect().stream(
      SchedulerMethod.Watch.self,
      .init(
        identifierPrefix: invocation.line.value("prefix"),
        allUsers: invocation.line.flag("all-users") ? true : nil)
    ) { event, json throws(Failure) in
      if invocation.wantsJSON {
        invocation.console.printJSON(json)
      } else {
        show(event, on: invocation)
      }
      // Somebody waits for this line; and when nobody can read it any more, this is over.
      if let failure = invocation.console.finish() { throw failure }
      left -= 1
      return left > 0
    }
    return .success
  }

  private static func show(_ event: SchedulerMethod.Watch.Reply, on invocation: Invocation) {
    // Lines come one by one, so columns have a width of their own.
    let identifier = event.task?.request.identifier ?? event.run?.identifier ?? ""
    let style = event.run.map(RunTable.style) ?? event.task.map { TaskTable.style($0.state) } ?? .cyan
    let time = TimestampSyntax.formatClock(event.timeUSec, zone: invocation.context.zone)
    var parts = [(time, Style.dim), (padded(event.event, 12), style)]
    if !identifier.isEmpty { parts.append((padded(identifier, 24), .bold)) }
    parts.append((details(event, now: invocation.now), .plain))
    var left = invocation.console.output.width ?? .max
    var line: [String] = []
    for (text, style) in parts where left > 0 && !text.isEmpty {
      let cut = TextWidth.cut(SafeText.inline(text), to: left)
      line.append(invocation.console.styled(cut, style))
      left -= TextWidth.of(cut) + 2
    }
    invocation.console.print(line.joined(separator: "  "))
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    let safe = SafeText.inline(text)
    return safe + String(repeating: " ", count: max(0, width - TextWidth.of(safe)))
  }

  private static func details(_ event: SchedulerMethod.Watch.Reply, now: Int64) -> String {
    if let conditions = event.conditions { return ConditionsTable.summary(conditions) }
    guard let run = event.run else { return event.task.map(TaskTable.why) ?? "" }
    guard let outcome = run.outcome else {
      let progress = run.progress.map(TaskTable.progressText) ?? ""
      return progress.isEmpty ? run.stopReason?.message ?? "attempt \(run.attempt)" : progress
    }
    let parts = [
      outcome.rawValue, RunTable.result(run), RunTable.took(run, now: now), run.stopReason?.message ?? "",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
