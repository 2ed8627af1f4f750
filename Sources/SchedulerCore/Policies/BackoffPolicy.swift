/// A task whose attempt failed waits for its backoff before the next attempt.
struct BackoffPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    guard let retryAt = candidate.retryAt, situation.moment.monotonic < retryAt else { return .proceed }
    let left = retryAt - situation.moment.monotonic
    // The monotonic clock decides. The stored date is of a wall clock that may have been put right since.
    return .veto(
      Reason(
        code: .backoff, message: "attempt \(candidate.task.attempt - 1) failed and the next one has to wait",
        required: (situation.moment.wall + left).utcText, observed: "\(left.roundedText) left"),
      release: .pause(retryAt))
  }
}

/// R39: a task whose runs end at once over and over is slowed. Work that a person starts is not: it begins at
/// once or says why not (R52).
struct PacePolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    guard candidate.task.request.kind.isDiscretionary, let pace = situation.pace, let rest = pace.restUntil,
      situation.moment.monotonic < rest
    else { return .proceed }
    return .veto(
      Reason(
        code: .slowed, message: "it ends at once and begins again at once, over and over",
        required: "a run that lasts, or \(Pace.moment.roundedText) between two",
        observed: "\(pace.quickEnds) in a row, \((rest - situation.moment.monotonic).roundedText) left"),
      release: .pause(rest))
  }
}
