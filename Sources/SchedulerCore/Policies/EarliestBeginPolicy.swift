/// R17: a task never starts before its earliest begin. R50: that date means nothing for continued work.
struct EarliestBeginPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    let task = candidate.task
    guard task.request.kind != .continued, let earliest = task.request.earliestBegin,
      situation.moment.wall < earliest
    else { return .proceed }
    return .veto(
      Reason(
        code: .earliestBegin, message: "its earliest begin date has not come", required: earliest.utcText,
        observed: situation.moment.wall.utcText, since: task.submitted),
      release: .date(earliest))
  }
}

/// An identifier of a user has one run at a time; a task that was submitted meanwhile follows it.
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
