/// What ends at once over and over is slowed. What a person starts is not: it begins at once or says why not
/// (R52).
struct PacePolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    guard candidate.task.request.kind.isDiscretionary, let pace = situation.pace, let rest = pace.restUntil,
      situation.moment.monotonic < rest
    else { return .proceed }
    return .veto(
      Reason(
        code: .slowed, message: "it ends at once and begins again at once, over and over",
        required: "a run that lasts, or \(Pace.moment.secondsText) between two",
        observed: "\(pace.quickEnds) in a row, \((rest - situation.moment.monotonic).secondsText) left"),
      release: .pause(rest))
  }
}
