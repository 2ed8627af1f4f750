import ConditionSyntax
import Glibc
import SchedulerAPI
import SchedulerCore
import SystemdSyntax

enum WaitForVerb {
  /// The requirements to wait for: by option, by the daemon's reason code, and in words.
  private static let requirements: [(option: String, code: ReasonCode, words: String)] =
    RequestField.all.compactMap { field in
      guard case .requirement(_, let requirement) = field.value, let code = ReasonCode(of: requirement),
        let wait = field.wait
      else { return nil }
      return (wait.option, code, wait.words)
    }

  /// The longest wait for a daemon, before the program is run without one.
  private static let patience = TimeSpan.seconds(10)

  static let specification = VerbSpecification(
    name: "wait-for", group: .machine, summary: "Wait until the machine is ready, then become the program",
    operandUsage: "[-- PROGRAM [ARGUMENTS]]", operands: .program,
    options: requirements.map { .flag($0.option, "Wait for \($0.words)") } + [
      .value("when", "CONDITIONS", "Wait until these hold: an expression, see bgtask-when(7)"),
      .choice(
        "unknown-conditions", Wire.UnknownPolicy.self,
        "How a condition of --when counts that no source reports: it holds nothing back, or waits"),
      .value("timeout", "SPAN", "Wait no longer than this"),
      .choice(
        "on-timeout", ProgramPolicy.self,
        "What happens after the timeout: run the program anyway, or exit with 75"),
      .choice(
        "if-unavailable", ProgramPolicy.self,
        "What happens when no daemon answers: run the program after 10 s, or exit with 69 (the default)"),
      .flag("unchecked", "Do not check before the wait whether the program exists"),
      .value("name", "TEXT", "The name of the wait, for bgtaskctl list; only with --when"),
    ],
    notes: [
      "For the programs of other schedulers: put it before the command of a timer or a cron line, and",
      "the program waits instead of being skipped. The program takes the place of bgtaskctl, so the",
      "exit status, the signals and the process are its own. Without a program it exits with 0.",
      "A program that does not exist is refused at once; with --unchecked it may come during the wait, as",
      "one on a disk that is mounted then.",
      "With --timeout and --on-timeout run the program runs when the time is over, also when there is no",
      "daemon all the while, unless --if-unavailable says otherwise.",
    ],
    examples: [
      "wait-for --external-power --unmetered --timeout 2h -- /usr/bin/restic backup /home",
      "wait-for --idle && make world",
      "wait-for --when 'external-power and (unmetered or network \"Home\")' -- /usr/bin/offlineimap",
    ], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let wanted = requirements.filter { invocation.line.flag($0.option) }
    let question = try question(invocation)
    guard !wanted.isEmpty || question != nil else {
      let names = requirements.map { "--\($0.option)" }.joined(separator: ", ")
      throw invocation.misuse("wait-for needs a condition to wait for: \(names), --when")
    }
    guard wanted.isEmpty || question == nil else {
      throw invocation.misuse(
        "--when has all conditions of the wait; \(wanted.map { "--\($0.option)" }.joined(separator: ", ")) "
          + "goes into its expression")
    }
    let policy = try invocation.choice("on-timeout", ProgramPolicy.self) ?? .fail
    let limit = try invocation.timeSpan("timeout")
    // The program is looked for before the wait: no user wants to learn at night that its name was wrong.
    if let name = invocation.line.program.first {
      let path = try invocation.program(name)
      if !invocation.line.flag("unchecked") {
        try ProgramPath.checkCanRun(path, otherwise: "--unchecked waits all the same")
      }
    }
    let unavailable = try invocation.choice("if-unavailable", ProgramPolicy.self)
    let deadline = limit.map { $0 == TimeSpanSyntax.infinity ? .never : Deadline.after(uSec: $0) } ?? .never
    var wait = ConditionsWait(
      question.map(ConditionsWait.Wanted.expression)
        ?? .requirements(wanted.map { ($0.code.rawValue, $0.words) }), deadline: deadline,
      invocation: invocation)
    wait.tells = invocation.line.value("name") != nil
    if wait.tells {
      // A unit that is stopped while it waits has not failed. No other status is clean for a service that
      // runs once (systemd.service(5), Type=oneshot), and a unit that stops does not go on to its commands.
      signal(SIGTERM) { _ in _exit(Control.ExitStatus.success.rawValue) }
    }
    switch unavailable {
    case .run: wait.absence = .goesOn(after: Self.patience)
    case .fail: break
    // A user who wants the program to run when the time is over wants it without a daemon, too.
    case nil: if policy == .run, deadline.timeLeft() != nil { wait.absence = .isWaitedFor }
    }
    let missing = try wait.run()
    if !missing.isEmpty {
      let words = missing.joined(separator: ", ")
      let time = TimeSpanSyntax.format(limit ?? 0)
      guard policy == .run else {
        throw Failure(
          .temporary, name: "TimedOut", message: "after \(time) it still waits for: \(words)",
          next: "bgtaskctl conditions shows the machine as the daemon sees it")
      }
      invocation.console.printError("bgtaskctl: after \(time) it still waits for: \(words); going on\n")
    }
    guard let name = invocation.line.program.first else { return .success }
    // An update may have moved it meanwhile.
    let program = try invocation.program(name)
    invocation.console.flush()
    let code = invocation.context.replaceProcess(program, invocation.line.program)
    throw ProgramPath.cannotStart(program, code)
  }

  /// Returns the expression of `--when` with its options, or nil without it.
  private static func question(
    _ invocation: Invocation
  ) throws(Failure) -> SchedulerMethod.WaitFor.Parameters? {
    let unknown = try invocation.choice("unknown-conditions", Wire.UnknownPolicy.self)
    let name = try invocation.singleLine("name", SchedulerMethod.WaitFor.Parameters.Bounds.name)
    guard let text = invocation.line.value("when") else {
      guard unknown == nil else { throw invocation.misuse("--unknown-conditions goes with --when") }
      guard name == nil else { throw invocation.misuse("--name goes with --when") }
      return nil
    }
    do throws(ConditionSyntaxError) { _ = try ConditionSyntax.parse(text) } catch {
      throw invocation.misuse(text, "--when", error)
    }
    return .init(when: text, unknownConditions: unknown, name: name)
  }
}
