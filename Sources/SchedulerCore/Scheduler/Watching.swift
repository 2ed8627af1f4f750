/// Path watches. A program looks at the paths as the task's user and leaves a watch behind, which reports the
/// first event at them. The paths are looked at again when the change should be over.
extension Scheduler {
  /// Starts as many looks as the limits allow, users in turns, and ends watches that no task waits for.
  mutating func watchPaths(at moment: Moment) {
    if asks { lookAtPaths(at: moment) }
    for id in tables.takeLeftWatches().sorted(by: { $0.text < $1.text }) {
      tables.setWatch(id, isThere: false)
      volatile.looks.close(id)
      directives.append(.unwatch(id))
    }
  }

  private mutating func lookAtPaths(at moment: Moment) {
    var passed: Turn?
    while volatile.looks.hasRoom, let turn = tables.indexes.pathLooks.next(after: passed) {
      passed = turn
      while volatile.looks.hasRoom, volatile.looks.hasRoom(for: turn.uid),
        let id = tables.indexes.pathLooks.first(of: turn.uid), let entry = tables.tasks[id]
      {
        look(for: entry, at: moment)
      }
    }
  }

  private mutating func look(for waiting: TaskEntry, at moment: Moment) {
    var entry = waiting
    let (id, uid) = (volatile.random.runID(), waiting.task.uid)
    entry.pathState.look(as: id)
    if let user = volatile.configuration.onlyCommandUser, user != uid {
      entry.pathState.fail(
        "this daemon runs as user \(user) and cannot look as user \(uid)", at: moment.monotonic)
      return replace(entry, at: moment)
    }
    replace(entry, at: moment)
    // The task may lack something else by now that no batch has taken in yet.
    guard pathTask(id) != nil else { return }
    volatile.looks.ask(entry.task.id, of: uid, as: id)
    tables.setLastLooked(volatile.looks.count, of: uid)
    tables.setWatch(id, isThere: true)
    directives.append(
      .look(
        PathLook(
          id: id, uid: uid, paths: entry.task.request.pathTrigger?.paths ?? [],
          limit: volatile.configuration.checkTimeout)))
  }

  /// Checks the user's number of paths: the kernel's watches are shared with all that the user runs.
  func checkPaths(of request: TaskRequest, _ uid: UInt32) throws(SchedulerError) {
    guard let paths = request.pathTrigger?.paths else { return }
    let key = TaskKey(uid: uid, identifier: request.identifier)
    let replaced = tables.waitingTask(key).flatMap { tables.tasks[$0]?.task.pathCount } ?? 0
    let taken = tables.indexes.pathCounts[uid, default: 0] - replaced
    let left = max(PathTrigger.limitPerUser - taken, 0)
    guard left < paths.count else { return }
    throw .invalidRequest(
      field: "pathChange.paths",
      message:
        "found \(paths.count), allowed are \(left) more: the tasks of user \(uid) "
        + "wait for \(taken) of \(PathTrigger.limitPerUser) paths")
  }

  /// Returns what a task that is submitted during a run of the same identifier and for the same paths
  /// remembers of them: changes during that run count. `nil` when there is no such run.
  func pathsDuringRun(of task: ScheduledTask) -> PathRecord? {
    guard let trigger = task.request.pathTrigger, trigger.ownChanges == .count,
      tables.waitingTask(task.key) == nil,
      let active = tables.indexes.runByKey[task.key].flatMap({ tables.runs[$0] }),
      let running = runningTask(of: task.key),
      running.request.pathTrigger?.paths == trigger.paths, let record = running.paths
    else { return nil }
    return record.duringRun(active.run, isFresh: active.hasFreshPaths, runs: record.runs + 1)
  }

  /// Takes in the finding of a look.
  mutating func take(_ finding: PathFinding, of id: RunID, at moment: Moment) {
    volatile.looks.close(id)
    guard var entry = pathTask(id), entry.pathState.step == .looking(id),
      let trigger = entry.task.request.pathTrigger, var record = entry.task.paths
    else { return }
    switch finding {
    case .failed(let reason): entry.pathState.fail(reason, at: moment.monotonic)
    case .seen(let stamp):
      entry.pathState.take(stamp, trigger, of: record, as: id, at: moment)
      guard entry.pathState.step == .watched(id), volatile.storeFailure == nil else { break }
      // No change counts, so the turn has gone where one had come.
      entry.task.turnCame = nil
      if record.digest == nil || record.runs > 0 {
        (record.digest, record.runs) = (stamp.digest, 0)
        entry.task.paths = record
        store(.putTask(entry.task, payload: nil))
      }
    }
    replace(entry, at: moment)
  }

  /// Takes in a watch's report of an event at its paths.
  mutating func touched(_ id: RunID, at moment: Moment) {
    guard var entry = pathTask(id), entry.pathState.step == .watched(id),
      let trigger = entry.task.request.pathTrigger
    else { return }
    entry.pathState.touch(trigger, at: moment.monotonic)
    replace(entry, at: moment)
  }

  private func pathTask(_ id: RunID) -> TaskEntry? {
    tables.indexes.pathWatches[id].flatMap { tables.tasks[$0] }
  }

  /// Places the task by what it lacks now. A change of the reason is reported.
  private mutating func replace(_ entry: TaskEntry, at moment: Moment) {
    put(entry, at: moment)
    reconsidered.moved.append(entry.task.id)
  }
}
