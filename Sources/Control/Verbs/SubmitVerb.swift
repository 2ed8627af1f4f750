import SchedulerAPI
import SchedulerCore

enum SubmitVerb {
  static let specification = VerbSpecification(
    name: "submit", summary: "Hand a program to the daemon, to be run when the moment is right",
    operandUsage: "-- PROGRAM [ARGUMENTS]", operands: .command(required: false), options: options,
    notes: [
      "The program runs as the user who submits it. A name without a slash is looked up in PATH now.",
      "Without a program the task is for the application that handles the identifier.",
      "It ends with 0 for success; 75 asks to be tried again. It is warned with SIGTERM before its",
      "time is up, and killed when it does not stop within its grace.",
      "With --file each line is a whole request, as the protocol has it in JSON. Lines that are refused",
      "are named, and do not keep the others from being submitted.",
    ],
    examples: [
      "submit -i org.example.backup --requires-external-power --earliest +1h -- tar -caf home.tar.zst .",
      "submit -i org.example.mail --kind refresh --repeat 15min --requires-network -- fetchmail",
      "submit --file requests.jsonl",
    ], run: run)

  private static let options: [OptionSpecification] = [
    .value(
      "identifier", "ID", "What the task is called; one is pending at a time", short: "i",
      completing: .identifiers),
    .choice("kind", Wire.Kind.self, "The kind of work; processing when there is a program"),
    .value("earliest", "WHEN", "Never earlier than this: +1h, 18:30, 2026-11-21 18:30"),
    .value("deadline", "WHEN", "It should have begun by then"),
    .choice("on-deadline", Wire.DeadlinePolicy.self, "What happens when the deadline passes first"),
    .yesOrNo("requires-network-connectivity", aliases: ["requires-network"], "Needs a network"),
    .yesOrNo(
      "requires-unmetered-network", aliases: ["requires-unmetered"],
      "Needs a network that is not paid for by volume"),
    .yesOrNo("requires-external-power", "Needs power from outside"),
    .yesOrNo("requires-idle", "Needs a machine that nobody uses"),
    .yesOrNo("requires-battery-not-low", "Needs a battery that is not low, or power from outside"),
    .yesOrNo("requires-storage-not-low", "Needs room on the disk"),
    .yesOrNo("prevent-sleep", "Keeps the machine awake while it runs on external power"),
    .yesOrNo("sleep-through", "Goes on after the machine's sleep instead of being told to stop before"),
    .value("runtime-limit", "SPAN", "How long a run may take"),
    .value("freeze", "SPAN", "Stand still so long when a requirement is lost, before it is told to stop"),
    .value("unit", "NAME", "Start this unit of systemd instead of a program"),
    .value("repeat", "SPAN", "Run again every so often"),
    .value("tolerance", "SPAN", "How much later it may begin to share a wake-up"),
    .choice("retry", Wire.Backoff.self, "Try again after a failure, with pauses that grow so"),
    .value("retry-initial", "SPAN", "The first pause"),
    .value("retry-maximum", "SPAN", "No pause is longer"),
    .value("retry-attempts", "N", "Attempts in all, the first included"),
    .choice("on-conflict", Wire.ConflictPolicy.self, "What happens when the identifier is pending already"),
    .choice(
      "strategy", Wire.SubmissionStrategy.self, "Of continued work: what happens when there is no room"),
    .value("title", "TEXT", "What it is, for people"),
    .value("subtitle", "TEXT", "More about it, for people"),
    .value(
      "working-directory", "DIR", "Where it runs; the current directory if not given",
      completing: .directories),
    .value(
      "environment", "NAME=VALUE", "Add to its environment; may be repeated", short: "E",
      completing: .environment),
    .value(
      "file", "PATH", "Submit the requests in this file, one JSON object a line; - is standard input",
      completing: .files),
  ]

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    if let path = invocation.line.value("file") {
      let others = invocation.line.options.map(\.name).filter { name in
        name != "file" && options.contains { $0.name == name }
      }
      guard others.isEmpty, invocation.line.operands.isEmpty else {
        throw invocation.misuse(
          "--file has whole requests; it goes with no other option of submit and no program")
      }
      return try BatchSubmission.run(path, invocation)
    }
    let request = try RequestBuilder.build(invocation)
    let daemon = try invocation.connect()
    let (reply, json) = try daemon.call(SchedulerMethod.Submit.self, .init(request: request))
    guard !invocation.wantsJSON else {
      invocation.console.printJSON(json)
      return .success
    }
    try show(reply.task, daemon, invocation)
    return .success
  }

  private static func show(
    _ task: Wire.Task, _ daemon: DaemonConnection, _ invocation: Invocation
  ) throws(Failure) {
    let console = invocation.console
    let identifier = SafeText.inline(task.request.identifier)
    let state = console.styled(task.state.rawValue, TaskTable.style(task.state))
    console.print("Submitted \(console.styled(identifier, .bold)) (\(task.request.kind.rawValue)): \(state).")
    if task.state == .waiting {
      do throws(Failure) {
        let explanation = try daemon.call(
          SchedulerMethod.Explain.self, .init(identifier: task.request.identifier)
        ).reply
        ExplainVerb.show(explanation, of: task.request.identifier, on: invocation)
      } catch {
        // It may have begun, and even ended, since it was accepted. Anything else is worth telling.
        guard error.status == .no else { throw error }
      }
    }
    console.print("Later: bgtaskctl explain \(identifier), or bgtaskctl show \(identifier)")
  }
}
