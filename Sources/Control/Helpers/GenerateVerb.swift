import Glibc
import LinuxSystem
import SchedulerCore
import SystemdSyntax

enum GenerateVerb {
  static let specification = VerbSpecification(
    name: "generate", summary: "Make services with a section [X-Bgtask] wait for conditions",
    operandUsage: "DIRECTORY [EARLY LATE]", operands: .words(1...3, .directories),
    options: [.flag("check", "Write nothing, and show which services would wait, and for what")],
    notes: [
      "systemd runs this as a generator (systemd.generator(7)) when it reads its units: a service, or its",
      "timer, with a section [X-Bgtask] in a drop-in gets a condition to wait for (bgtask-unit(5)). --check",
      "shows people the result. Errors go to the journal with file and line, and keep no unit from starting.",
      "Nothing is written where bgtaskd is masked.",
    ],
    examples: ["generate --check /run", "--user generate --check /run"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let context = invocation.context
    // systemd sets this since 251; before that, and by hand, a generator that root runs is the system's.
    let isSystem =
      invocation.line.flag("system")
      || !invocation.line.flag("user")
        && (context.environment("SYSTEMD_SCOPE") ?? (geteuid() == 0 ? "system" : "user")) == "system"
    let directories = UnitDirectories(
      isSystem: isSystem, environment: context.environment, home: UserAccount.current.home)
    var generator = UnitGenerator(
      directories, isSystem: isSystem,
      program: ExecutableFolder.path(ofCommand: "bgtaskctl") ?? "/usr/bin/bgtaskctl")
    let units = generator.units()
    let isChecking = invocation.line.flag("check")
    for unit in units {
      if isChecking {
        invocation.console.print(SafeText.inline("\(unit.name) waits for \(unit.wait.start.text)"))
        continue
      }
      do throws(SystemError) {
        try UnitGenerator.write(unit, to: invocation.line.operands[0])
      } catch {
        throw Failure(.inputOutput, name: "CannotWrite", message: error.description)
      }
    }
    report(generator.problems, isChecking: isChecking, invocation)
    return isChecking && generator.problems.contains { $0.severity == .error } ? .data : .success
  }

  /// Prints problems for `--check`. A generator writes them to the journal: its standard error is lost.
  private static func report(
    _ problems: [SyntaxProblem], isChecking: Bool, _ invocation: Invocation
  ) {
    guard !isChecking else {
      for problem in problems { invocation.console.print(SafeText.inline(problem.description)) }
      return
    }
    let log = GeneratorLog()
    for problem in problems {
      log.write(problem.severity == .error ? .error : .warning, SafeText.inline(problem.description))
    }
  }
}
