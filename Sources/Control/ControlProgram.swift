// Room Control: `bgtaskctl`, and `bgtask-helper` for the daemon.
// Way in: `ControlProgram`; each verb is a type in the folder Verbs.
// Must not know: how the daemon decides: it asks by the protocol.

import Glibc
import LinuxSystem

/// `bgtaskctl` and `bgtask-helper`, from the command line to the exit status.
package enum ControlProgram {
  /// Runs a command and never returns. An installation has one file under two names, as it has udevadm.
  package static func main() -> Never {
    let arguments = ProcessArguments.own
    exit(run(arguments, Context.ofProcess(), of: commands(for: arguments)).rawValue)
  }

  /// Runs a verb for the daemon or systemd, and never returns.
  package static func helpDaemon() -> Never {
    exit(run(ProcessArguments.own, Context.ofProcess(), of: .helper).rawValue)
  }

  private static func commands(for arguments: [RawText]) -> CommandSet {
    if ProcessArguments.calledName == RawText(CommandSet.helper.program) { return .helper }
    // These verbs were bgtaskctl's once: an earlier daemon has stored actions that call them so.
    guard let verb = arguments.first?.text, CommandSet.control.verb(verb) == nil else { return .control }
    return CommandSet.helper.verb(verb) == nil ? .control : .helper
  }

  /// Runs a command line and returns its exit status.
  /// - Parameter arguments: The arguments without the program's name.
  static func run(
    _ arguments: [RawText], _ context: Context, of commands: CommandSet = .control
  ) -> ExitStatus {
    // For a command line that cannot be parsed. The arguments behind `--` belong to another program.
    var wantsJSON = arguments.prefix { $0 != RawText("--") }.contains(RawText("--json"))
    do throws(Failure) {
      let line = try CommandLineParser.parse(arguments, by: commands)
      wantsJSON = line.flag("json")
      let invocation = Invocation(line: line, context: context, commands: commands)
      let mode = try invocation.choice("color", ColorMode.self) ?? .auto
      context.console.showsColors = showsColors(mode, context)
      let status = try dispatch(invocation)
      if let failure = context.console.finish() { throw failure }
      return status
    } catch {
      FailureReport.show(error, of: commands.program, in: context, asJSON: wantsJSON)
      return error.status
    }
  }

  private static func dispatch(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    if invocation.line.flag("version") { return try VersionVerb.run(invocation) }
    guard let verb = invocation.line.verb else {
      guard invocation.line.flag("help") else {
        throw .usage("a verb is missing", next: "\(invocation.commands.program) help lists the verbs")
      }
      invocation.console.print(invocation.help.general())
      return .success
    }
    guard !invocation.line.flag("help") else {
      invocation.console.print(invocation.help.verb(verb))
      return .success
    }
    return try verb.run(invocation)
  }

  private static func showsColors(_ mode: ColorMode, _ context: Context) -> Bool {
    switch mode {
    case .always: true
    case .never: false
    case .auto:
      context.canMoveCursor && context.environment("NO_COLOR") == nil
    }
  }
}
