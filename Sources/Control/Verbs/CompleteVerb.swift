import SchedulerAPI

enum CompleteVerb {
  static let specification = VerbSpecification(
    name: "complete", group: .inside, summary: "Inside of a task: say that its work is done",
    options: [
      .flag("failure", "The work was not done: it is tried again only if its task says so (--retry)"),
      RunReference.option,
    ],
    notes: [
      RunReference.note,
      "The run ends when its program ends; this report then counts instead of the exit status.",
      "A program without a report succeeds with the exit status 0, and is tried again with 75.",
    ],
    examples: ["complete", "complete --failure"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let (_, json) = try invocation.call(
      SchedulerMethod.Complete.self,
      .init(runId: try RunReference.find(invocation), success: !invocation.line.flag("failure")))
    invocation.wroteJSON(json)
    return .success
  }
}
