/// A task waits for its predecessors.
struct AfterPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    let awaited = situation.awaited
    guard let first = awaited.first else { return .proceed }
    let names = awaited.map(\.identifier).joined(separator: ", ")
    let absent = situation.absentPredecessors.first.map { "; no task \($0) is pending or running" }
    return .veto(
      Reason(
        code: .after,
        message:
          "it comes after \(first.identifier), which has not \(first.mustSucceed ? "succeeded" : "ended")"
          + " since" + (absent ?? ""), required: names, observed: "waiting for \(awaited.count)"),
      release: .predecessors)
  }
}

/// A task that takes the results of transfers waits for all of them. Transfers themselves wait for none, or
/// two could wait for each other.
struct SessionPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    guard situation.openTransfers > 0, candidate.task.request.transfer == nil else { return .proceed }
    return .veto(
      Reason(
        code: .transfers, message: "its transfers have not all ended", required: "none",
        observed: "\(situation.openTransfers) to come"),
      release: .predecessors)
  }
}

/// An exclusive group has one run at a time.
struct GroupPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    guard let run = situation.runOfGroup, let group = candidate.task.request.order.group else {
      return .proceed
    }
    return .veto(
      Reason(
        code: .group, message: "another task of its group \(group) is running", required: "none",
        observed: run.identifier, since: run.started),
      release: .groupEnd)
  }
}
