/// Holding work back because somebody says so, until somebody says otherwise or a date has come.
extension Scheduler {
  /// What fits the scope does not start from now on. Another pause of the same scope is replaced.
  /// - Parameter stops: What runs of it is told to stop.
  mutating func pause(
    _ scope: PauseScope, until: WallTime?, stops: Bool, _ caller: Caller, at moment: Moment
  ) throws(SchedulerError) -> Reply {
    try checkMayPause(scope, caller)
    if let until, until <= moment.wall {
      throw .invalidRequest(field: "untilUSec", message: "the date has passed already")
    }
    try checkStore()
    let pause = Pause(scope, since: moment.wall, until: until, author: caller.uid)
    let others =
      tables.pauses.count(by: caller.uid) - (tables.pauses[scope]?.author == caller.uid ? 1 : 0)
    guard others < Pause.limitPerUser else {
      throw .unavailable(
        message: "user \(caller.uid) has \(others) pauses, as many as one user may have; resume one of them")
    }
    tables.setPause(scope, pause)
    store(.putPause(pause))
    let running = tables.runs.values.filter { scope.covers($0.run.key, $0.run.kind) && !$0.isOver }
      .sorted { $0.run.taskID < $1.run.taskID }
    report(.paused(pause, running: running.count, stops: stops))
    if stops { for active in running { expire(active.run.id, pause.reason, at: moment) } }
    return .paused(pause, running: running.count)
  }

  /// Ends one pause, or all that are the caller's to end.
  mutating func resume(
    _ scope: PauseScope?, _ caller: Caller, at moment: Moment
  ) throws(SchedulerError) -> Reply {
    if let scope { try checkMayPause(scope, caller) }
    let ended =
      scope.map { [tables.pauses[$0]].compactMap(\.self) }
      ?? pauses(of: caller.uid).filter { $0.scope.uid != nil || caller.isPrivileged }
    guard !ended.isEmpty else { return .resumed([]) }
    try checkStore()
    for pause in ended { end(pause, isOver: false) }
    return .resumed(ended)
  }

  /// The pauses that hold back tasks of the user, or all of them when nil.
  package func pauses(of uid: UInt32?) -> [Pause] {
    uid.map(tables.pauses.concerning) ?? tables.pauses.all
  }

  /// Those whose date has come.
  mutating func endPauses(at moment: Moment) {
    // That has to be written. Nothing could start anyway.
    guard volatile.storeFailure == nil else { return }
    while !slice.isSpent, let pause = tables.pauses.ended(by: moment.wall) {
      slice.spend(Slice.task)
      end(pause, isOver: true)
    }
  }

  private mutating func end(_ pause: Pause, isOver: Bool) {
    tables.setPause(pause.scope, nil)
    for uid in pause.scope.uid.map({ [$0] }) ?? Array(tables.indexes.paused.keys) {
      if volatile.backlog.paused.first.map({ uid <= $0 }) ?? true { volatile.backlog.nextPaused = TaskID(0) }
      volatile.backlog.paused.insert(uid)
    }
    store(.deletePause(pause.id))
    report(.resumed(pause, isOver: isOver))
  }

  private func checkMayPause(_ scope: PauseScope, _ caller: Caller) throws(SchedulerError) {
    guard scope.uid == caller.uid || caller.isPrivileged else {
      throw .permissionDenied(
        message: "work of other users is paused and resumed by root and by the daemon's own user only")
    }
  }
}
