/// Tasks that files ask for (`tasks.d`). What a file said is compared with what was made of it, so that a
/// start or a reload changes only what has changed there.
extension Scheduler {
  /// Applies what the files say now: what is new is submitted, what has changed is replaced, what is gone is
  /// ended. What is the same keeps its place, its dates and its attempts, and nothing is written for it. What
  /// files said before and was not gone through yet does not matter any more.
  mutating func declare(_ set: DeclarationSet) {
    // The next start reads the files again.
    if case .shuttingDown = volatile.phase { return }
    var set = set
    if volatile.backlog.declaring?.set.revivesCancelled == true { set.revivesCancelled = true }
    volatile.backlog.declaring = Backlog.Declaring(set)
  }

  /// Something that files ask for is not in force yet.
  package var isDeclaring: Bool { volatile.backlog.declaring != nil }

  /// A file has declared this, whatever has become of it.
  package func isDeclared(_ key: TaskKey) -> Bool { tables.declarations[key] != nil }

  /// Goes on with what files say, as far as the slice allows. While the disk takes nothing it waits.
  mutating func declareMore(at moment: Moment) {
    guard var declaring = volatile.backlog.declaring, volatile.storeFailure == nil else { return }
    if case .shuttingDown = volatile.phase { return volatile.backlog.declaring = nil }
    while !slice.isSpent, let index = declaring.next {
      slice.spend(Slice.task)
      guard declaring.firstPlaces[declaring.set.declarations[index].key] == index else {
        declaring.goOn()
        continue
      }
      declare(index, of: &declaring, at: moment)
    }
    while !slice.isSpent {
      guard declaring.set.isComplete, let key = knownKey(after: declaring.lastKnown) else {
        return volatile.backlog.declaring = nil
      }
      slice.spend(Slice.look)
      declaring.lastKnown = key
      if let record = tables.declarations[key], isGone(record, by: declaring) {
        slice.spend(Slice.task)
        withdraw(record)
      }
    }
    volatile.backlog.declaring = declaring
  }

  /// Applies one declaration, or finds out what has to be applied before it. Only what the files say now may
  /// close a circle, not what they said before and was not gone through yet.
  private mutating func declare(_ index: Int, of declaring: inout Backlog.Declaring, at moment: Moment) {
    let declaration = declaring.set.declarations[index]
    do throws(SchedulerError) {
      try declare(declaration, reviving: declaring.set.revivesCancelled, at: moment)
      declaring.goOn()
    } catch {
      let circle = circle(closedBy: declaration.request, declaration.uid)
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
      // What is applied before its turn is refused in its turn.
      if index == declaring.index {
        report(.declarationRefused(declaration.key, file: declaration.file, error))
      }
      declaring.goOn()
    }
  }

  private func knownKey(after last: TaskKey?) -> TaskKey? {
    last.map { tables.declaredKeys.first(after: $0) } ?? tables.declaredKeys.first
  }

  /// What was declared and is not any more. Tasks that are held back are left to the start that knows them
  /// again: without its record nobody would end such a task then.
  private func isGone(_ record: DeclarationRecord, by declaring: Backlog.Declaring) -> Bool {
    declaring.firstPlaces[record.key] == nil && !declaring.set.unreadable.contains(record.fileName)
      && volatile.heldBack[record.uid] == nil
  }

  private mutating func declare(
    _ declaration: Declaration, reviving: Bool, at moment: Moment
  ) throws(SchedulerError) {
    let record = tables.declarations[declaration.key]
    if var same = record, same.digest == declaration.digest, isInForce(same, reviving: reviving) {
      if same.state == .withdrawn { same.state = .active }
      same.file = declaration.file
      same.timing = declaration.timing
      return put(same)
    }
    let request = try request(of: declaration, after: record, at: moment)
    let accepted = try admit(
      Submission(
        request: request.request, payload: declaration.payload, unit: declaration.unit,
        limits: declaration.limits, credentials: declaration.credentials),
      Caller(uid: declaration.uid, isPrivileged: declaration.uid == 0), recurrence: request.recurrence,
      declaredIn: declaration.file, at: moment)
    if let record { store(.deleteDeclaration(record.task)) }
    put(
      DeclarationRecord(
        task: accepted.task.id, uid: declaration.uid, identifier: declaration.request.identifier,
        file: declaration.file, digest: declaration.digest, timing: declaration.timing))
  }

  /// What was made of a file that says the same as before is what it asks for now.
  private func isInForce(_ record: DeclarationRecord, reviving: Bool) -> Bool {
    switch record.state {
    // Else a damaged store was salvaged without the task. It may not have been done, so it is done again.
    case .active: return tables.tasks[record.task] != nil
    case .finished: return true
    case .cancelled: return !reviving
    case .withdrawn:
      // The file is back while the run goes on: that stays its task, unless its owner has ended it or
      // somebody's request of the same name is to follow it.
      let run = tables.tasks[record.task]?.task.runID.flatMap { tables.runs[$0] }
      return run?.isCancelled == false && tables.waitingTask(record.key) == nil
    }
  }

  /// The request with its dates. When only other things have changed, the task keeps the date that it waits
  /// for; with another period it waits so long after the last one.
  private func request(
    of declaration: Declaration, after record: DeclarationRecord?, at moment: Moment
  ) throws(SchedulerError) -> (request: TaskRequest, recurrence: Int) {
    var request = declaration.request
    var recurrence = 0
    request.earliestBegin = request.earliestBegin ?? declaration.delay.map { moment.wall + $0 }
    if let record, record.timing == declaration.timing, let before = tables.tasks[record.task]?.task {
      let run = before.runID.flatMap { tables.runs[$0]?.run }
      if let carried = before.carried(into: request, after: run, at: moment.wall, in: calendarPlace) {
        request.earliestBegin = carried.date
        recurrence = carried.recurrence
      }
    }
    request.earliestBegin = try firstDate(of: request, declaration.uid, at: moment)
    if let delay = declaration.deadlineDelay {
      request.deadline = (request.earliestBegin ?? moment.wall) + delay
    }
    return (request, recurrence)
  }

  /// Its file is gone. What waits is ended; a run goes on, and is neither tried again nor repeated.
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
    // The run may be that of what the file said earlier. Nobody knows any more what that was, so whatever the
    // file says when it is back is something else.
    if record.task != run.run.taskID {
      store(.deleteDeclaration(record.task))
      record.task = run.run.taskID
      record.digest = DeclarationRecord.unknown
      record.timing = DeclarationRecord.unknown
    }
    record.state = .withdrawn
    put(record)
  }

  /// The declaration that the task was made of.
  func declaration(of task: ScheduledTask) -> DeclarationRecord? {
    guard let record = tables.declarations[task.key], record.task == task.id else { return nil }
    return record
  }

  /// Its owner does not want the task. The record says so at once: the promise must outlive the daemon.
  mutating func cancelDeclaration(of key: TaskKey) {
    guard var record = tables.declarations[key], record.state == .active else { return }
    record.state = .cancelled
    put(record)
  }

  /// The task is over and will not come again.
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

  /// What a file asks for is changed in the file: a request of the same name would come and go with every
  /// reload.
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

extension ScheduledTask {
  /// The date that a request which takes this task's place goes on with, and how many periods are over then.
  /// Nil when it begins anew, because this was to happen once and happens now.
  fileprivate func carried(
    into next: TaskRequest, after run: Run?, at now: WallTime, in place: CalendarPlace
  ) -> (date: WallTime?, recurrence: Int)? {
    if let run {
      var task = self
      (task.request.repeatEvery, task.request.calendar) = (next.repeatEvery, next.calendar)
      return task.nextPeriod(after: now, lastRun: run.started, in: place).map {
        ($0.request.earliestBegin, $0.recurrence)
      }
    }
    guard recurrence > 0, let old = request.repeatEvery, let every = next.repeatEvery,
      let date = request.earliestBegin
    else {
      return (request.earliestBegin, next.repeats ? recurrence : 0)
    }
    return (date - old + every, recurrence)
  }
}
