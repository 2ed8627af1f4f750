/// R17: a task never starts before its earliest begin. R50: that date means nothing for continued work.
struct EarliestBeginPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    guard let earliest = date(of: candidate, in: situation) else { return .proceed }
    // The wait for a later date began with the end of the last run, which only the history knows.
    let task = candidate.task
    return .veto(
      Reason(
        code: .earliestBegin, message: "its earliest begin date has not come", required: earliest.utcText,
        observed: situation.moment.wall.utcText, since: task.recurrence == 0 ? task.submitted : nil),
      release: .date(earliest))
  }

  func release(of candidate: TaskEntry, in situation: Situation) -> Release? {
    date(of: candidate, in: situation).map { .date($0) }
  }

  /// Returns the date that is still to come; `nil` without one.
  private func date(of candidate: TaskEntry, in situation: Situation) -> WallTime? {
    let request = candidate.task.request
    guard request.kind != .continued, let earliest = request.earliestBegin, situation.moment.wall < earliest
    else { return nil }
    return earliest
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
