import LinuxSystem
import SchedulerAPI
import SystemdSyntax
import Varlink

enum PauseVerb {
  /// The options for the scope of `pause` and `resume`.
  static let scopeOptions: [OptionSpecification] = [
    .choice("kind", Wire.Kind.self, "Only tasks of this kind"),
    .value("of-user", "USER", "Tasks of this user instead of your own (for root)"),
    .flag("all-users", "Tasks of all users (for root and the daemon's own user)"),
  ]

  static let specification = VerbSpecification(
    name: "pause", group: .common, summary: "Keep tasks from starting, for a while or until resume",
    operandUsage: "[ID | PREFIX*]…", operands: .words(0...100, .identifiers),
    options: scopeOptions + [
      .value("until", "TIME", "When the pause ends: 18:00, tomorrow 08:00, Mon 03:00"),
      .value("for", "TIME", "How long the pause lasts: 1h, 30min"),
      .flag("stop", "Tell running tasks to stop, too; otherwise they go on"),
      .flag("list", "Show the pauses"),
    ],
    notes: [
      "Without an identifier all tasks are paused. A pause outlasts restarts of the daemon and the machine.",
      "bgtaskctl run starts a paused task all the same; deadlines pass as ever.",
    ],
    examples: [
      "pause --for 1h", "pause --stop --until 18:00", "pause 'org.example.*'", "pause --kind refresh",
      "pause --list",
    ], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    if invocation.line.flag("list") { return try list(invocation) }
    try checkIdentifiers(invocation)
    let until = try end(invocation)
    let scope = try PauseOptions(invocation)
    return try scope.each { daemon, identifiers throws(Failure) in
      let (reply, json) = try daemon.call(
        SchedulerMethod.Pause.self,
        .init(
          identifiers: identifiers, kind: scope.kind, uid: scope.uid, allUsers: scope.allUsers,
          untilUSec: until, stop: invocation.line.flag("stop") ? true : nil))
      guard !invocation.wroteJSON(json) else { return }
      invocation.console.printSentence("Paused: \(PauseWords(reply.paused, for: invocation).line).")
      if scope.isOpen, let identifiers,
        NamedTasks(daemon: daemon, console: invocation.console).isUnknown(identifiers)
      {
        invocation.console.printSentence("No task has this name now; the pause waits for those that come.")
      }
      guard reply.running > 0 else { return }
      let runs = reply.running == 1 ? "1 run" : "\(reply.running) runs"
      invocation.console.printSentence(
        invocation.line.flag("stop")
          ? "\(runs) told to stop."
          : "\(runs) \(reply.running == 1 ? "goes" : "go") on (--stop ends that).")
    }
  }

  /// Refuses a length of time, which would be one more identifier: a task may be paused before it exists.
  private static func checkIdentifiers(_ invocation: Invocation) throws(Failure) {
    for word in invocation.line.operands {
      if (try? TimeSpanSyntax.parse(word)) != nil {
        throw invocation.misuse("'\(word)' is a length of time, not an identifier: pause --for \(word)")
      }
      if (try? PlannedTimeSyntax.parse(word, now: invocation.now, zone: invocation.context.zone)) != nil {
        throw invocation.misuse("'\(word)' is a time, not an identifier: pause --until \(word)")
      }
      if ["for", "until"].contains(word) {
        throw invocation.misuse("'\(word)' is the name of an option: pause --\(word) TIME")
      }
    }
  }

  /// Returns when the pause ends by itself, or nil when it lasts until `resume`.
  private static func end(_ invocation: Invocation) throws(Failure) -> Int64? {
    let (until, length) = (try invocation.plannedTime("until"), try invocation.timeSpan("for"))
    guard until == nil || length == nil else {
      throw invocation.misuse("--until and --for say the same: give one of them")
    }
    if let length, length <= 0 {
      throw invocation.misuse("--for: found \(TimeSpanSyntax.format(length)), allowed is more than 0")
    }
    guard let length, length < Int64.max else { return until }
    let (end, isTooFar) = invocation.now.addingReportingOverflow(length)
    guard !isTooFar, end <= TimestampSyntax.maximum else {
      throw invocation.misuse(
        "--for: found \(TimeSpanSyntax.format(length)), allowed is up to the year 9999; without --for the "
          + "pause lasts until resume")
    }
    return end
  }

  private static func list(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let (reply, json) = try invocation.call(
      SchedulerMethod.ListPauses.self, .init(allUsers: invocation.allUsers))
    if invocation.wroteJSON(json) { return .success }
    if reply.pauses.isEmpty {
      invocation.console.print("Nothing is paused.")
    } else {
      for pause in reply.pauses { invocation.console.printSentence(PauseWords(pause, for: invocation).whole) }
    }
    return .success
  }
}
