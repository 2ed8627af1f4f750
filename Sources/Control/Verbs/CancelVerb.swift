import SchedulerAPI
import Varlink

enum CancelVerb {
  static let specification = VerbSpecification(
    name: "cancel", group: .common, summary: "End pending tasks; running ones are told to stop",
    operandUsage: "ID… | --all", operands: .words(0...10_000, .identifiers),
    options: [.flag("all", "All tasks of this user")],
    examples: ["cancel org.example.backup", "cancel --all"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let console = invocation.console
    guard invocation.line.flag("all") == invocation.line.operands.isEmpty else {
      throw invocation.misuse(
        invocation.line.operands.isEmpty
          ? "cancel needs identifiers, as bgtaskctl list shows them, or --all"
          : "cancel takes identifiers or --all, not both")
    }
    guard !invocation.line.flag("all") else {
      let daemon = try invocation.connect()
      var declared = 0
      if !invocation.wantsJSON {
        try daemon.stream(SchedulerMethod.List.self, .init()) { page, _ throws(Failure) in
          declared += page.tasks.count { $0.declaredIn != nil }
          return true
        }
      }
      let (reply, json) = try daemon.call(SchedulerMethod.CancelAll.self, Empty())
      if !invocation.wroteJSON(json) {
        console.print("Cancelled \(reply.count) \(reply.count == 1 ? "task" : "tasks").")
        guard declared > 0 else { return .success }
        console.printSentence(
          "Files declare \(declared) of them: these come back when their files change or bgtaskd reloads."
        )
      }
      return .success
    }
    return try EachIdentifier.run(invocation) { daemon, identifier throws(Failure) in
      let (reply, json) = try daemon.call(SchedulerMethod.Cancel.self, .init(identifier: identifier))
      if !invocation.wroteJSON(json) {
        console.printSentence("Cancelled \(SafeText.inline(identifier)).\(note(reply.declaredIn))")
      }
    }
  }

  /// Returns the note that a declared task comes back.
  private static func note(_ file: String?) -> String {
    guard let file else { return "" }
    return
      " \(SafeText.inline(file)) declares it: it comes back when that file changes "
      + "or bgtaskd reloads its files."
  }
}
