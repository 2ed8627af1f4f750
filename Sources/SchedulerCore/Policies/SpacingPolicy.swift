/// R37: refresh launches of one application keep a distance, retries too. So do processing launches of one of
/// its identifiers, except retries, which have their backoff.
struct SpacingPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    guard candidate.application != nil else { return .proceed }
    let use = situation.applicationUse
    switch candidate.task.request.kind {
    case .refresh:
      return verdict(
        "its application was refreshed a short time ago", "refreshes", since: use?.lastRefresh,
        situation.configuration.refreshSpacing, at: situation.moment.monotonic)
    case .processing where candidate.task.attempt == 1:
      return verdict(
        "it was launched a short time ago", "launches",
        since: situation.pace?.spacedSince ?? use?.lastKnownProcessing,
        situation.configuration.processingSpacing, at: situation.moment.monotonic)
    case .processing, .continued, .transfer: return .proceed
    }
  }

  private func verdict(
    _ message: String, _ what: String, since last: MonotonicTime?, _ spacing: TimeSpan, at now: MonotonicTime
  ) -> Verdict {
    guard let last, spacing > .zero, now < last + spacing else { return .proceed }
    return .veto(
      Reason(
        code: .spacing, message: message, required: "\(spacing.secondsText) between \(what)",
        observed: "\((now - last).secondsText) ago"),
      release: .pause(last + spacing))
  }
}
