/// The limit on concurrent runs in all.
struct ConcurrencyPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    if situation.hasOwnPlace(for: candidate) { return .proceed }
    return situation.room(
      .concurrency, "as many tasks are running as may run at a time", running: situation.load.total,
      limit: situation.configuration.maximumConcurrentRuns)
  }
}

/// The limit on concurrent runs of one kind.
struct KindConcurrencyPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    let kind = candidate.task.request.kind
    return situation.room(
      .kindConcurrency, "as many \(kind.rawValue) tasks are running as may run at a time",
      running: situation.load.byKind[kind, default: 0],
      limit: situation.configuration.maximumConcurrentRunsOfKind[kind])
  }
}

/// The limit on concurrent transfers of one user with one host.
struct HostConcurrencyPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    guard let host = TransferHost(of: candidate.task) else { return .proceed }
    return situation.room(
      .hostConcurrency, "as many transfers are connected to \(host.name) as may be at a time",
      running: situation.load.byHost[host, default: 0],
      limit: situation.configuration.maximumTransfersPerHost)
  }
}

/// The limit on concurrent runs of one user.
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
  /// Whether continued work may take a slot of its user's own, where the shared slots are taken (R52).
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
