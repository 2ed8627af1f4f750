/// How much may run at a time in all.
struct ConcurrencyPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    if situation.hasOwnPlace(for: candidate) { return .proceed }
    return situation.room(
      .concurrency, "as much is running as may run at a time", running: situation.load.total,
      limit: situation.configuration.maximumConcurrentRuns)
  }
}

/// How much of one kind may run at a time.
struct KindConcurrencyPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    let kind = candidate.task.request.kind
    return situation.room(
      .kindConcurrency, "as many \(kind.rawValue) tasks are running as may run at a time",
      running: situation.load.byKind[kind, default: 0],
      limit: situation.configuration.maximumConcurrentRunsOfKind[kind])
  }
}

/// How many transfers of one user may speak to one host at a time.
struct HostConcurrencyPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    guard let host = TransferHost(of: candidate.task) else { return .proceed }
    return situation.room(
      .hostConcurrency, "as many transfers are speaking to \(host.name) as may at a time",
      running: situation.load.byHost[host, default: 0],
      limit: situation.configuration.maximumTransfersPerHost)
  }
}

/// How much of one user may run at a time.
struct UserConcurrencyPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    if situation.hasOwnPlace(for: candidate) { return .proceed }
    return situation.room(
      .userConcurrency, "as many of its user's tasks are running as may run at a time",
      running: situation.load.byUser[candidate.task.uid, default: 0],
      limit: situation.configuration.runsPerUser)
  }
}

extension Situation {
  /// What a person started has places of its user's own where there is no room.
  fileprivate func hasOwnPlace(for candidate: TaskEntry) -> Bool {
    candidate.task.request.kind == .continued && load.hasOwnPlace(for: candidate.task.uid, configuration)
  }

  fileprivate func room(_ code: ReasonCode, _ message: @autoclosure () -> String, running: Int, limit: Int?)
    -> Verdict
  {
    guard let limit, running >= limit else { return .proceed }
    return .veto(
      Reason(code: code, message: message(), required: "fewer than \(limit)", observed: "\(running) running"),
      release: .room)
  }
}
