import SchedulerAPI

enum CheckpointVerb {
  static let specification = VerbSpecification(
    name: "checkpoint", group: .inside, summary: "Inside of a task: say that its work so far is saved",
    options: [RunReference.option],
    notes: [
      RunReference.note,
      "The next run goes on from there, so that a short one is not in vain: from now on a patient task",
      "starts when its conditions have held for 20 seconds, see bgtask-judgement(7).",
    ],
    examples: ["checkpoint"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let (_, json) = try invocation.call(
      SchedulerMethod.Checkpoint.self, .init(runId: try RunReference.find(invocation)))
    // No text for people: it would stand between the lines that the task itself writes.
    invocation.wroteJSON(json)
    return .success
  }
}
