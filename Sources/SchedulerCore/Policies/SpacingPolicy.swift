/// R37: refresh launches of one application keep a distance.
struct SpacingPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    let spacing = situation.configuration.refreshSpacing
    guard candidate.application != nil, candidate.task.request.kind == .refresh, spacing > .zero,
      let last = situation.applicationUse?.lastRefresh, situation.moment.monotonic < last + spacing
    else { return .proceed }
    return .veto(
      Reason(
        code: .spacing, message: "its application was refreshed a short time ago",
        required: "\(spacing.secondsText) between refreshes",
        observed: "\((situation.moment.monotonic - last).secondsText) ago"),
      release: .pause(last + spacing))
  }
}
