/// A task whose attempt failed pauses before the next.
struct BackoffPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    guard let retryAt = candidate.retryAt, situation.moment.monotonic < retryAt else { return .proceed }
    return .veto(
      Reason(
        code: .backoff, message: "attempt \(candidate.task.attempt - 1) failed and the next one has to wait",
        required: candidate.task.retryNotBefore?.utcText,
        observed: "\((retryAt - situation.moment.monotonic).secondsText) left"),
      release: .pause(retryAt))
  }
}
