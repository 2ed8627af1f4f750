import SchedulerAPI

enum VersionVerb {
  static let specification = VerbSpecification(
    name: "version", summary: "Say the version", examples: ["version"], run: run)

  static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    if invocation.wantsJSON {
      invocation.console.print(#"{"version":"\#(ProductVersion.number)"}"#)
    } else {
      invocation.console.print("\(invocation.commands.program) \(ProductVersion.number)")
    }
    return .success
  }
}
