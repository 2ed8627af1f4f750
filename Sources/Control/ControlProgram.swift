import Glibc
import LinuxSystem

/// `bgtaskctl`, from its command line to its exit status.
package enum ControlProgram {
  /// Runs the command and never returns.
  package static func main() -> Never {
    exit(run(ProcessArguments.own, Context.ofProcess()).rawValue)
  }

  /// Runs a command line and tells how it went.
  /// - Parameter arguments: Without the program's name.
  static func run(_ arguments: [RawText], _ context: Context) -> ExitStatus {
    // For a command line that cannot be parsed: what follows `--` is somebody else's.
    var wantsJSON = arguments.prefix { $0 != RawText("--") }.contains(RawText("--json"))
    do throws(Failure) {
      let line = try CommandLineParser.parse(
        arguments, verbs: CommandTable.verbs, globals: CommandTable.globals)
      wantsJSON = line.flag("json")
      let invocation = Invocation(line: line, context: context)
      let mode = try invocation.choice("color", ColorMode.self) ?? .auto
      context.console.showsColors = showsColors(mode, context)
      let status = try dispatch(invocation)
      if let failure = context.console.finish() { throw failure }
      return status
    } catch {
      FailureReport.show(error, on: context.console, asJSON: wantsJSON)
      return error.status
    }
  }

  private static func dispatch(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    if invocation.line.flag("version") { return try VersionVerb.run(invocation) }
    guard let verb = invocation.line.verb else {
      guard invocation.line.flag("help") else {
        throw .usage("a verb is missing", next: "bgtaskctl help lists the verbs")
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
