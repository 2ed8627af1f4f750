/// One identifier of a user has one run at a time; what was submitted meanwhile follows it.
struct AlreadyRunningPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    guard let run = situation.runOfSameKey else { return .proceed }
    return .veto(
      Reason(
        code: .alreadyRunning, message: "an earlier request of this identifier is still running",
        observed: run.id.text, since: run.started),
      release: .runEnd)
  }
}
