import LinuxSystem
import PlainText
import SchedulerAPI
import SchedulerCore
import SystemdSyntax
import Varlink

enum HoldVerb {
  private static let usualLimit = TimeSpan.seconds(30)
  private typealias Bounds = SchedulerMethod.BeginAssertion.Parameters.Bounds

  static let specification = VerbSpecification(
    name: "hold", group: .machine, summary: "Run a program that the machine waits for before it sleeps",
    operandUsage: "-- PROGRAM [ARGUMENTS]", operands: .program,
    options: [
      .value("limit", "SPAN", "The longest time, 1s to 10min; by default 30s"),
      .value("why", "TEXT", "The reason, for bgtaskctl list; by default the program's name"),
      .choice(
        "if-unavailable", ProgramPolicy.self,
        "What happens when no daemon answers: run the program all the same (the default), or exit with 69"),
    ],
    notes: [
      "While the program runs, the machine waits for it before it sleeps or shuts down, as long as",
      "logind's InhibitDelayMaxSec= allows. When the limit is over, and when the machine is about to sleep",
      "or shut down, the program gets SIGTERM, and SIGKILL when its grace is over. Where no logind lets it",
      "wait, the verb says so and runs the program all the same. The exit status is the program's own.",
    ],
    examples: ["hold --limit 2min --why 'saving the database' -- /usr/bin/pg_dump -f /srv/dump.sql shop"],
    run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let limit = try invocation.timeSpan("limit") ?? usualLimit.uSec
    guard Bounds.limitDurationUSec.contains(limit) else {
      throw invocation.misuse("--limit: found \(TimeSpanSyntax.format(limit)), allowed is 1s to 10min")
    }
    guard let name = invocation.line.program.first else {
      throw invocation.misuse("hold needs a program after --")
    }
    let path = try invocation.program(name)
    let why =
      try invocation.singleLine("why", Bounds.why)
      ?? SingleLine.cleaned(
        "\(RawText(name.bytes.split(separator: UInt8(ascii: "/")).last ?? []))",
        maximumBytes: Bounds.why.upperBound)
    let policy = try invocation.choice("if-unavailable", ProgramPolicy.self) ?? .run
    let held = HeldProgram(path, invocation.line.program, console: invocation.console)
    do throws(Failure) {
      if !(try held.ask(at: invocation.socketPath(), .init(why: why, limitDurationUSec: limit))) {
        invocation.console.printError(
          "bgtaskctl: the machine does not wait for the program: no logind tells bgtaskd before it sleeps; "
            + "the daemon's log says what is missing\n")
      }
    } catch {
      // A daemon that refuses the request is there.
      guard policy == .run, error.status != .data else { throw error }
      invocation.console.printError(
        "bgtaskctl: the machine does not wait for the program (\(SafeText.inline(error.message))); "
          + "running the program all the same\n"
      )
    }
    invocation.console.flush()
    return ExitStatus(rawValue: try held.run())
  }
}
