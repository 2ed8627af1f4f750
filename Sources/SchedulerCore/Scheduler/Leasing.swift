/// Leases: tasks that start and go on only as long as their submitters stand behind them (R95 to R98).
extension Scheduler {
  /// Checks the end of a lease that a caller names, and returns the lease.
  func checkedLease(until: BootTime, at moment: Moment) throws(SchedulerError) -> Lease {
    let length = until - moment.boot
    guard length > .zero, length <= Lease.maximum else {
      let found =
        length > .zero
        ? "a point \(length.roundedText) ahead" : "a point that passed \((.zero - length).roundedText) ago"
      throw .invalidRequest(
        field: "trustedUntilUSec",
        message: "found \(found), allowed is a reading of CLOCK_BOOTTIME that is still to come, up to "
          + "\(Lease.maximum.shortText) ahead")
    }
    return Lease(until: until, boot: volatile.configuration.bootID)
  }

  /// Lengthens or shortens the lease of the task that waits under the identifier and of the one that runs.
  mutating func renewLease(
    of identifier: String, until: BootTime, _ caller: Caller, at moment: Moment
  ) throws(SchedulerError) -> Reply {
    let lease = try checkedLease(until: until, at: moment)
    let key = TaskKey(uid: caller.uid, identifier: identifier)
    let running = tables.indexes.runByKey[key].flatMap { tables.runs[$0] }.flatMap { $0.isOver ? nil : $0 }
    let ids = [tables.waitingTask(key), running?.run.taskID].compactMap(\.self)
    guard !ids.isEmpty else {
      try checkHeldBack(caller.uid)
      throw .noSuchTask(identifier: identifier)
    }
    let renewable = ids.filter { tables.tasks[$0]?.task.lease?.isOver(at: moment) == false }
    guard !renewable.isEmpty else {
      let isLost = ids.contains { tables.tasks[$0]?.task.lease != nil }
      throw .invalidRequest(
        field: "identifier",
        message: isLost
          ? "found a task whose lease is over, allowed is one whose lease lasts; submit the task again"
          : "found a task without a lease, allowed is one that was submitted with trustedUntilUSec; submit "
            + "the task again with that")
    }
    try checkStore()
    for id in renewable {
      guard var entry = tables.tasks[id] else { continue }
      entry.task.lease = lease
      tables.setTask(id, entry)
      store(.putTask(entry.task, payload: nil))
      guard let run = entry.task.runID, var active = tables.runs[run] else { continue }
      active.lease = lease
      tables.setRun(run, active)
      guardLease(of: active, at: moment)
    }
    return .done
  }

  /// Has the lease of a program's run guarded, unless the run has to stop anyway (R99).
  mutating func guardLease(of active: ActiveRun, at moment: Moment) {
    guard let lease = active.lease, !lease.isOver(at: moment), active.target == .command,
      active.run.stopReason == nil
    else { return }
    directives.append(
      .guardLease(active.run.id, until: lease.until, grace: grace(for: .leaseLost)))
  }

  /// Notes that the lease of a run was over before its program ended (R96). The daemon may have been dead or
  /// have stood still, and then it was systemd that stopped the program (R99).
  func noteLoss(of active: inout ActiveRun, ended: WallTime?, at moment: Moment) {
    guard let lease = active.lease, !active.isCancelled, active.run.success == nil, lease.isOver(at: moment)
    else { return }
    let loss = lease.loss(at: moment)
    if let since = loss.since, ended ?? moment.wall < since { return }
    active.run.stopReason = loss
  }

  /// Tells the runs to stop whose leases are over.
  mutating func attendLeases(at moment: Moment, _ slice: inout Slice) {
    while !slice.isSpent, let (id, due) = tables.indexes.runLeases.first, due.time <= moment.boot,
      let lease = tables.runs[id]?.lease
    {
      slice.spend(Slice.task)
      expire(id, lease.loss(at: moment), at: moment)
    }
  }

  /// Ends the waiting tasks whose leases are over, users in turns.
  mutating func endLostTasks(at moment: Moment) {
    // The ends have to be stored, and nothing could begin anyway.
    guard volatile.storeFailure == nil, tables.indexes.leases.hasDue(by: moment.boot) else { return }
    release(\.leases, dueBy: moment.boot) { $0.endLost($1, at: moment) }
  }

  /// Ends a waiting task whose lease is over. No date, attempt or period follows: the lease was the task's.
  mutating func endLost(_ id: TaskID, at moment: Moment) {
    guard let entry = tables.tasks[id], let lease = entry.task.lease else { return }
    let task = entry.task
    slice.spend(Slice.task + Slice.storing(task.storedBytes))
    volatile.counters.tasksVisited += 1
    var run = Run(
      id: volatile.random.runID(), taskID: id, uid: task.uid, identifier: task.request.identifier,
      kind: task.request.kind, attempt: task.attempt, started: moment.wall)
    run.ended = moment.wall
    run.outcome = .leaseLost
    run.success = false
    run.stopReason = lease.loss(at: moment)
    volatile.counters.ended[.leaseLost, default: 0] += 1
    store(.putRun(run))
    tables.setTask(id, nil)
    store(.deleteTask(id))
    keepLearned(of: task)
    report(.ended(run, next: nil))
    countEnd(of: run, at: moment)
    act(onEndOf: run, of: task, at: moment)
  }
}
