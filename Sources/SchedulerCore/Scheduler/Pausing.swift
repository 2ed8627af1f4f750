/// Pauses: a user's order that tasks do not start, until another order or a date.
extension Scheduler {
  /// Keeps tasks that the scope covers from starting, and replaces an earlier pause of the same scope.
  /// - Parameter stops: Whether runs in the scope are told to stop.
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

  /// Ends one pause, or all pauses that the caller may end.
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

  /// Returns the pauses that concern the user's tasks, or all pauses when `nil`.
  package func pauses(of uid: UInt32?) -> [Pause] {
    uid.map(tables.pauses.concerning) ?? tables.pauses.all
  }

  /// Ends the pauses whose date has come.
  mutating func endPauses(at moment: Moment) {
    // The end of a pause has to be stored, and nothing could start anyway.
    guard volatile.storeFailure == nil else { return }
    while !slice.isSpent, let pause = tables.pauses.ended(by: moment.wall) {
      slice.spend(Slice.task)
      end(pause, isOver: true)
    }
  }

  private mutating func end(_ pause: Pause, isOver: Bool) {
    tables.setPause(pause.scope, nil)
    for uid in pause.scope.uid.map({ [$0] }) ?? tables.indexes.paused.keys.sorted() {
      // A walk that goes on begins anew, in its turn.
      if let index = volatile.backlog.paused.firstIndex(where: { $0.uid == uid }) {
        volatile.backlog.paused[index].next = TaskID(0)
      } else {
        volatile.backlog.paused.append(Backlog.PausedSweep(uid: uid))
      }
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
