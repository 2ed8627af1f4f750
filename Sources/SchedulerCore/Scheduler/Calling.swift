extension Scheduler {
  /// Cancels the caller's task of this identifier (R20).
  mutating func cancel(
    _ identifier: String, _ caller: Caller, at moment: Moment
  ) throws(SchedulerError) -> Reply {
    let key = TaskKey(uid: caller.uid, identifier: identifier)
    guard tables.waitingTask(key) != nil || tables.indexes.runByKey[key] != nil else {
      try checkHeldBack(caller.uid)
      throw .noSuchTask(identifier: identifier)
    }
    do throws(SchedulerError) { try checkStore() } catch {
      // The run is stopped all the same, as it may be what fills the disk. Only the promise cannot be made.
      if let run = tables.indexes.runByKey[key] { expire(run, .cancelledByOwner, at: moment) }
      throw error
    }
    cancel(key, at: moment)
    // The task that is to follow the run may be among those that a start has left in the store.
    if volatile.heldBack[key.uid] != nil { store(.deleteWaiting(uid: key.uid, identifier: identifier)) }
    guard let record = tables.declarations[key], record.state == .cancelled else { return .done }
    return .cancelledDeclared(file: record.file)
  }

  /// Cancels all tasks of the caller (R20). The answer follows the last one's end; none starts meanwhile.
  mutating func cancelAll(_ caller: Caller, _ token: ReplyToken, at moment: Moment) throws(SchedulerError) {
    do throws(SchedulerError) { try checkStore() } catch {
      let own = tables.runs.values.filter { $0.run.uid == caller.uid }
      for active in own.sorted(by: { $0.run.taskID < $1.run.taskID }) {
        expire(active.run.id, .cancelledByOwner, at: moment)
      }
      throw error
    }
    tables.set(.cancelling, of: caller.uid, true)
    volatile.backlog.cancelling.append(
      Backlog.Cancelling(uid: caller.uid, token: token, end: volatile.nextTaskID))
    cancelMore(at: moment)
  }

  /// Goes on with the cancellation of all tasks of users, as far as the slice allows.
  mutating func cancelMore(at moment: Moment) {
    while !slice.isSpent, var cancelling = volatile.backlog.cancelling.first {
      volatile.backlog.cancelling.removeFirst()
      defer {
        let goesOn = volatile.backlog.cancelling.contains { $0.uid == cancelling.uid }
        if !goesOn { tables.set(.cancelling, of: cancelling.uid, false) }
      }
      do throws(SchedulerError) { try checkStore() } catch {
        directives.append(.reply(cancelling.token, .failed(error)))
        continue
      }
      while !slice.isSpent, let id = tables.indexes.tasksByUser[cancelling.uid]?.first(from: cancelling.next),
        id < cancelling.end
      {
        cancelling.next = TaskID(id.value + 1)
        cancelling.count += 1
        let task = tables.tasks[id]?.task
        slice.spend(Slice.task + Slice.storing(task?.storedBytes ?? 0))
        if let task { cancel(task.key, at: moment) }
      }
      guard !slice.isSpent else { return volatile.backlog.cancelling.insert(cancelling, at: 0) }
      cancelling.count += cancelHeldBack(cancelling.uid)
      directives.append(.reply(cancelling.token, .cancelled(count: cancelling.count)))
    }
  }

  /// Ends the user's tasks that a start has left in the store. Returns their number.
  private mutating func cancelHeldBack(_ uid: UInt32) -> Int {
    guard let count = volatile.heldBack.removeValue(forKey: uid) else { return 0 }
    store(.deleteWaiting(uid: uid))
    for record in tables.declarations.values.sorted(by: { $0.key < $1.key })
    where record.uid == uid && tables.tasks[record.task] == nil {
      cancelDeclaration(of: record.key)
    }
    let ends = tables.ends.all.map(\.record).filter { $0.key.uid == uid }
    forgetEnds(of: ends.sorted { $0.id < $1.id }.map(\.key))
    return count
  }

  private mutating func cancel(_ key: TaskKey, at moment: Moment) {
    if let id = tables.waitingTask(key), let entry = tables.tasks[id] {
      tables.setTask(id, nil)
      store(.deleteTask(id))
      keepLearned(of: entry.task)
      report(.cancelled(entry.task))
    }
    if let id = tables.indexes.runByKey[key] {
      expire(id, .cancelledByOwner, at: moment)
    }
    cancelDeclaration(of: key)
  }

  /// Starts a waiting task now (R60).
  mutating func simulateLaunch(
    _ identifier: String, _ caller: Caller, at moment: Moment
  ) throws(SchedulerError) -> Reply {
    let key = TaskKey(uid: caller.uid, identifier: identifier)
    guard let id = tables.waitingTask(key), var entry = tables.tasks[id] else {
      throw .noSuchTask(identifier: identifier)
    }
    try checkStore()
    if let lease = entry.task.lease, lease.isOver(at: moment) {
      throw .unavailable(message: "\(lease.loss(at: moment).message); submit the task again")
    }
    if let run = tables.indexes.runByKey[key] {
      throw .invalidRequest(
        field: "identifier",
        message: "its run \(run) still goes on; cancel the run first or wait for its end")
    }
    switch volatile.phase {
    case .running: break
    case .starting: throw .unavailable(message: "the scheduler is starting; try again in a moment")
    case .shuttingDown: throw .unavailable(message: "the scheduler is shutting down")
    }
    if let departure = volatile.departure {
      throw .unavailable(message: "\(departure.reason.message); try again when it is back")
    }
    if entry.task.request.target == .application,
      entry.application.map({ isHandled(identifier, by: $0) }) != true,
      let obstacle = entry.application.map({ self.obstacle(toStarting: $0) })
        ?? "no manifest permits it any more"
    {
      throw .unavailable(message: "no program handles \(identifier) now, and \(obstacle)")
    }
    let configuration = volatile.configuration
    guard
      hasRoom(for: entry.task.request, of: caller.uid)
        || tables.indexes.load.hasOwnPlace(for: caller.uid, configuration)
    else {
      throw .unavailable(
        message:
          "as many tasks are running as may run at a time, and \(configuration.maximumExtraRunsPerUser) of "
          + "user \(caller.uid) beside them, as MaxExtraRunsPerUser= allows; cancel one or wait for its end")
    }
    // The attempts after this one do not wait for the date either.
    entry.task.bringForward(to: moment.wall)
    return .launched(launch(entry, enforcing: nil, at: moment))
  }

  /// Expires the run of a task (R61).
  mutating func simulateExpiration(
    _ identifier: String, _ caller: Caller, at moment: Moment
  ) throws(SchedulerError) -> Reply {
    let key = TaskKey(uid: caller.uid, identifier: identifier)
    guard let id = tables.indexes.runByKey[key] else { throw .noSuchTask(identifier: identifier) }
    expire(id, Reason(code: .simulated, message: "a person told it to stop"), at: moment)
    return .done
  }

  mutating func simulateConditions(
    _ changes: [ConditionChange], clear: Bool, _ caller: Caller, at moment: Moment
  ) throws(SchedulerError) -> Reply {
    guard caller.isPrivileged else {
      throw .permissionDenied(message: "conditions are simulated by root or by the daemon's own user only")
    }
    guard volatile.configuration.allowsSimulation else { throw .simulationDisabled }
    volatile.machine.simulate(changes, clear: clear)
    updateMachine(at: moment)
    return .conditions(volatile.machine.snapshot)
  }

  /// Takes in that a run reports its completion (R41, R45). The report ends the run of an application. A
  /// command only reports its success by it: its run ends with the program.
  mutating func complete(
    _ id: RunID, success: Bool, _ caller: Caller, at moment: Moment
  ) throws(SchedulerError) -> Reply {
    var active = try run(id, of: caller)
    // A success that comes after the end of the lease is none (R96).
    let success = success && !active.hasLostLease
    if active.target == .application {
      active.run.success = success
      end(active, as: outcome(of: active), at: moment)
      // The run is over all the same. Only the promise that this outlives the daemon cannot be made.
      try checkStore()
      return .done
    }
    try checkStore()
    if let first = active.run.success {
      report(.completedTwice(active.run))
      guard success != first else { return .done }
      throw .invalidRequest(
        field: "success",
        message: "found \(success); the run has reported its \(first ? "success" : "failure") already, and "
          + "the first report counts")
    }
    active.run.success = success
    tables.setRun(id, active)
    store(.putRun(active.run))
    return .done
  }

  mutating func reportProgress(
    _ id: RunID, _ progress: Progress, _ next: NextAttempt?, _ caller: Caller, at moment: Moment
  ) throws(SchedulerError) -> Reply {
    var active = try run(id, of: caller)
    active.run.progress = progress
    if active.run.kind == .transfer { active.next = next }
    active.lastProgress = moment.monotonic
    tables.setRun(id, active)
    report(.progress(active.run))
    return .done
  }

  /// Returns the run, if the caller may speak for it.
  func run(_ id: RunID, of caller: Caller) throws(SchedulerError) -> ActiveRun {
    guard let active = visibleRun(id, to: caller), !active.isOver else { throw .noSuchRun(id) }
    return active
  }
}

extension Reason {
  static let cancelledByOwner = Reason(code: .cancelled, message: "its owner cancelled it")
}
