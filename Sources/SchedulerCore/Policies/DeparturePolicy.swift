/// Nothing starts on a machine that is about to sleep or to shut down.
struct DeparturePolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    guard let departure = situation.departure, situation.moment.monotonic < departure.overAt else {
      return .proceed
    }
    return .veto(departure.reason, release: .gate(nil))
  }
}
