/// Declared tasks (`tasks.d`). Each file is compared with the record of what it said before, so that a start
/// or a reload changes only what has changed there.
extension Scheduler {
  /// Applies the declarations of all files: a new one is submitted, a changed one replaces its task, and the
  /// task of a missing one ends. A task whose file is the same keeps its place, its dates and its attempts,
  /// and nothing is stored for it. An earlier set that was not gone through yet is dropped.
  mutating func declare(_ set: DeclarationSet) {
    // The next start reads the files again.
    if case .shuttingDown = volatile.phase { return }
    var set = set
    if volatile.backlog.declaring?.set.revivesCancelled == true { set.revivesCancelled = true }
    volatile.backlog.declaring = Backlog.Declaring(set)
  }

  /// Whether declarations are left that are not in force yet.
  package var isDeclaring: Bool { volatile.backlog.declaring != nil }

  /// Returns whether a file has declared the task, whatever has become of it.
  package func isDeclared(_ key: TaskKey) -> Bool { tables.declarations[key] != nil }

  /// Goes on with the declarations, as far as the slice allows. They wait while the disk takes nothing.
  mutating func declareMore(at moment: Moment) {
    guard var declaring = volatile.backlog.declaring, volatile.storeFailure == nil else { return }
    if case .shuttingDown = volatile.phase { return volatile.backlog.declaring = nil }
    while !slice.isSpent, let index = declaring.next {
      slice.spend(Slice.task)
      let orderLooks = orderLooks
      defer { slice.spend(self.orderLooks - orderLooks) }
      guard declaring.firstPlaces[declaring.set.declarations[index].key] == index else {
        declaring.goOn()
        continue
      }
      declare(index, of: &declaring, at: moment)
    }
    while !slice.isSpent {
      let known = declaring.set.isComplete ? tables.declaredKeys.some(after: declaring.lastKnown) : []
      if known.isEmpty { return volatile.backlog.declaring = nil }
      for key in known where !slice.isSpent {
        slice.spend(Slice.look)
        declaring.lastKnown = key
        // Mostly the file is there, and no record is looked up for that.
        guard declaring.firstPlaces[key] == nil, let record = tables.declarations[key],
          isGone(record, by: declaring)
        else { continue }
        slice.spend(Slice.task)
        withdraw(record)
      }
    }
    volatile.backlog.declaring = declaring
  }

  /// Applies one declaration, or finds the one to apply before it. Only what the files say now may close a
  /// circle, not an earlier declaration that was not gone through yet.
  private mutating func declare(_ index: Int, of declaring: inout Backlog.Declaring, at moment: Moment) {
    let declaration = declaring.set.declarations[index]
    do throws(SchedulerError) {
      try declare(declaration, reviving: declaring.set.revivesCancelled, at: moment)
      declaring.goOn()
    } catch {
      let circle = (try? circle(closedBy: declaration.request, declaration.uid)) ?? nil
      for name in circle?.names ?? [] where name != declaration.request.identifier {
        let key = TaskKey(uid: declaration.uid, identifier: name)
        if let earlier = declaring.firstPlaces[key], declaring.isToCome(earlier) {
          return declaring.prefer(earlier)
        }
        if declaring.set.isComplete, let record = tables.declarations[key], isGone(record, by: declaring),
          record.state != .withdrawn
        {
          return withdraw(record)
        }
      }
      // A declaration that is applied before its turn is refused in its turn.
      if index == declaring.index {
        report(.declarationRefused(declaration.key, file: declaration.file, error))
      }
      declaring.goOn()
    }
  }

  /// Returns whether a recorded declaration has no file any more. The records of users whose tasks are held
  /// back stay for the start that restores the tasks: without its record such a task would never be ended.
  private func isGone(_ record: DeclarationRecord, by declaring: Backlog.Declaring) -> Bool {
    declaring.firstPlaces[record.key] == nil && !declaring.set.unreadable.contains(record.fileName)
      && volatile.heldBack[record.uid] == nil
  }

  private mutating func declare(
    _ declaration: Declaration, reviving: Bool, at moment: Moment
  ) throws(SchedulerError) {
    let record = tables.declarations[declaration.key]
    if var same = record, declaration.says(same), isInForce(same, reviving: reviving),
      tables.tasks[same.task].map({ declaration.moves($0.task, since: same) }) != true
    {
      if same.state == .withdrawn { same.state = .active }
      same.file = declaration.file
      (same.digest, same.timing) = (declaration.digest, declaration.timing(since: same))
      if same != record { put(same) }
      return
    }
    let place = try place(of: declaration, after: record, at: moment)
    let accepted = try admit(
      Submission(
        request: declaration.request, payload: declaration.payload, unit: declaration.unit,
        limits: declaration.limits, credentials: declaration.credentials),
      Caller(uid: declaration.uid, isPrivileged: declaration.uid == 0), in: place.series,
      declaredIn: declaration.file, at: moment)
    if let record { store(.deleteDeclaration(record.task)) }
    put(
      DeclarationRecord(
        task: accepted.task.id, uid: declaration.uid, identifier: declaration.request.identifier,
        file: declaration.file, digest: declaration.digest, timing: place.timing))
  }

  /// Returns whether the record's task is what its unchanged file asks for now.
  private func isInForce(_ record: DeclarationRecord, reviving: Bool) -> Bool {
    switch record.state {
    // A damaged store was salvaged without the task, which may not have been done, so it is done again.
    case .active: return tables.tasks[record.task] != nil
    case .finished: return true
    case .cancelled: return !reviving
    case .withdrawn:
      // The file is back while the run goes on: the run stays its task, unless the owner has ended it or a
      // request of the same identifier is to follow it.
      let run = tables.tasks[record.task]?.task.runID.flatMap { tables.runs[$0] }
      return run?.isCancelled == false && tables.waitingTask(record.key) == nil
    }
  }

  /// Returns the place of a declaration in the series of its dates, and the number by which its first date is
  /// known from then on. When only other fields have changed, the task keeps the date that it waits for.
  private func place(
    of declaration: Declaration, after record: DeclarationRecord?, at moment: Moment
  ) throws(SchedulerError) -> (series: DateSeries, timing: Int64) {
    var request = declaration.request
    request.earliestBegin = request.earliestBegin ?? declaration.delay.map { moment.wall + $0 }
    var series = DateSeries(of: declaration.request)
    // A delay counts from the reading of the file, by whatever clock: it is no date that was asked for.
    series.date = request.earliestBegin
    var timing = declaration.timing
    if let record, let before = tables.tasks[record.task]?.task,
      declaration.keepsBegin(of: before, since: record)
    {
      let run = run(of: before)
      let task = run == nil ? before.withoutAttempts : before
      (request.earliestBegin, request.deadline) = (task.shownDate ?? task.submitted, task.request.deadline)
      if run == nil || request.repeats,
        var carried = task.series(goingOnIn: request, during: run, at: moment.wall, in: calendarPlace)
      {
        // The file names the deadline of the first date.
        if !carried.isBehindDates { carried.deadline = declaration.request.deadline }
        (series, timing) = (carried, declaration.timing(since: record, keepsBegin: true))
      }
    }
    series = try dated(series, of: request, declaration.uid, at: moment)
    if let delay = declaration.deadlineDelay, !series.isBehindDates {
      series.deadline = (series.ownDate ?? series.waitsSince ?? moment.wall) + delay
    }
    return (series, timing)
  }

  /// Ends the task of a file that is gone. A run goes on, and is neither tried again nor repeated.
  private mutating func withdraw(_ record: DeclarationRecord) {
    var record = record
    if let entry = tables.tasks[record.task], entry.place != .running {
      tables.setTask(record.task, nil)
      store(.deleteTask(record.task))
      report(.withdrawn(entry.task, file: record.file))
    }
    guard let run = tables.indexes.runByKey[record.key].flatMap({ tables.runs[$0] }) else {
      store(.deleteDeclaration(record.task))
      return tables.setDeclaration(record.key, nil)
    }
    // The run may be of what the file said earlier, which is not known any more. A file that comes back
    // counts as changed in any case.
    if record.task != run.run.taskID {
      store(.deleteDeclaration(record.task))
      record.task = run.run.taskID
      record.digest = DeclarationRecord.unknown
      record.timing = DeclarationRecord.unknown
    }
    record.state = .withdrawn
    put(record)
  }

  /// Returns the declaration that the task was made of.
  func declaration(of task: ScheduledTask) -> DeclarationRecord? {
    guard let record = tables.declarations[task.key], record.task == task.id else { return nil }
    return record
  }

  /// Records that the owner has cancelled the task, at once: the promise must outlive the daemon.
  mutating func cancelDeclaration(of key: TaskKey) {
    guard var record = tables.declarations[key], record.state == .active else { return }
    record.state = .cancelled
    put(record)
  }

  /// Records that the task is over and will not repeat.
  mutating func settleDeclaration(
    of task: ScheduledTask, as state: DeclarationRecord.State = .finished
  ) {
    guard var record = declaration(of: task) else { return }
    switch record.state {
    case .active:
      record.state = state
      put(record)
    case .withdrawn:
      store(.deleteDeclaration(record.task))
      tables.setDeclaration(record.key, nil)
    case .finished, .cancelled: break
    }
  }

  /// Checks that no file declares the identifier: such a task is changed in the file, as a request would come
  /// and go with every reload.
  func checkUndeclared(_ key: TaskKey) throws(SchedulerError) {
    guard let record = tables.declarations[key], record.state != .withdrawn else { return }
    throw .notPermitted(
      identifier: key.identifier,
      message: "it is declared in \(record.file); change that file, or submit under another identifier")
  }

  private mutating func put(_ record: DeclarationRecord) {
    guard tables.declarations[record.key] != record else { return }
    tables.setDeclaration(record.key, record)
    store(.putDeclaration(record))
  }
}
