import SchedulerAPI
import Varlink

enum ResumeVerb {
  static let specification = VerbSpecification(
    name: "resume", group: .common, summary: "End a pause: let paused tasks start again",
    operandUsage: "[ID | PREFIX*]…", operands: .words(0...100, .identifiers),
    options: PauseVerb.scopeOptions,
    notes: [
      "Without arguments all pauses end; with arguments the pause that was made with the same ones."
    ],
    examples: ["resume", "resume 'org.example.*'", "resume --kind refresh"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let scope = try PauseOptions(invocation)
    return try scope.each { daemon, identifiers throws(Failure) in
      let isEverything = identifiers == nil && scope.isOpen
      let (reply, json) = try daemon.call(
        SchedulerMethod.Resume.self,
        isEverything
          ? .init(everything: true)
          : .init(identifiers: identifiers, kind: scope.kind, uid: scope.uid, allUsers: scope.allUsers))
      if reply.resumed.isEmpty, !isEverything {
        throw try notPaused(identifiers, daemon, invocation)
      }
      guard !invocation.wroteJSON(json) else { return }
      for pause in reply.resumed {
        invocation.console.printSentence("Resumed: \(PauseWords(pause, for: invocation).subject).")
      }
      guard reply.resumed.isEmpty else { return }
      let others = try daemon.call(SchedulerMethod.ListPauses.self, .init()).reply.pauses
      invocation.console.printSentence(
        others.first.map { "Not yours to resume: \(PauseWords($0, for: invocation).whole)." }
          ?? "Nothing is paused.")
    }
  }

  /// Returns the failure for a scope that is not paused, with the pauses that may be meant.
  private static func notPaused(
    _ identifiers: String?, _ daemon: DaemonConnection, _ invocation: Invocation
  ) throws(Failure) -> Failure {
    let pauses = try daemon.call(SchedulerMethod.ListPauses.self, .init()).reply.pauses
    let what = identifiers.map(SafeText.inline) ?? "that"
    return Failure(
      .no, name: "NotPaused", message: "no pause of \(what) is in force",
      next: pauses.isEmpty
        ? "nothing is paused"
        : "these are paused: "
          + pauses.map { PauseWords($0, for: invocation).subject }.joined(separator: "; "))
  }
}
