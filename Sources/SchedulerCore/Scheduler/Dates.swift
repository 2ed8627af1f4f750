extension Scheduler {
  /// Deadlines that passed while their tasks waited.
  mutating func passDeadlines(at moment: Moment) {
    // What the end of a wait changes has to be written. Nothing could begin anyway.
    guard volatile.storeFailure == nil else { return }
    while let uid = tables.indexes.deadlines.firstToGoOn(at: moment.monotonic) {
      tables.setBehind(uid, until: nil)
    }
    var taken: [UInt32: Int] = [:]
    var all = 0
    while let (uid, due) = tables.indexes.deadlines.first, due.time <= moment.wall,
      var entry = tables.tasks[due.id]
    {
      guard taken[uid, default: 0] < DeadlineRate.perUser, all < DeadlineRate.inAll else {
        tables.setBehind(uid, until: moment.monotonic + DeadlineRate.pause)
        continue
      }
      taken[uid, default: 0] += 1
      all += 1
      volatile.counters.tasksVisited += 1
      guard let lateness = entry.task.newLateness(at: moment.wall) else { break }
      if lateness == .deadline, entry.task.request.onDeadline == .drop {
        miss(entry, at: moment)
      } else {
        entry.task.take(lateness)
        putBack(entry, at: moment)
        report(.overdue(entry.task, lateness, waitingFor: vetoes(of: entry, at: moment)))
        act(on: .overdue, of: entry.task, after: nil, at: moment)
      }
    }
  }

  /// Ends a task that did not begin in time; a repeating one goes on with its next period.
  private mutating func miss(_ entry: TaskEntry, at moment: Moment) {
    let task = entry.task
    var run = Run(
      id: volatile.random.runID(), taskID: task.id, uid: task.uid, identifier: task.request.identifier,
      kind: task.request.kind, attempt: task.attempt, started: moment.wall)
    run.ended = moment.wall
    run.outcome = .missed
    run.stopReason =
      vetoes(of: entry, at: moment).first
      ?? Reason(code: .deadline, message: "its deadline passed before it could begin")
    volatile.counters.ended[.missed, default: 0] += 1
    store(.putRun(run))
    let next = task.nextPeriod(after: moment.wall, lastRun: moment.wall, in: calendarPlace)
    if let next {
      var waiting = entry
      waiting.task = next
      putBack(waiting, at: moment)
    } else {
      tables.setTask(task.id, nil)
      store(.deleteTask(task.id))
      settleDeclaration(of: task)
    }
    report(.ended(run, next: next?.request.earliestBegin))
    serveFollowers(of: run, at: moment)
    act(onEndOf: run, of: task, at: moment)
  }

  /// A task as it is once its deadline has passed, and with what it has stopped asking for, for a moment at
  /// which that has not been taken in yet.
  func asOf(_ moment: Moment, _ waiting: TaskEntry) -> TaskEntry {
    var entry = waiting
    entry.relaxedSteps = entry.task.relaxedSteps(at: moment.wall)
    while let lateness = entry.task.newLateness(at: moment.wall) { entry.task.take(lateness) }
    return entry
  }

  /// What turns calendars into dates now.
  var calendarPlace: CalendarPlace {
    CalendarPlace(zone: volatile.machine.zone, machine: volatile.configuration.machineID)
  }

  /// The machine is in another zone: what is to come at 03:00 comes at 03:00 there.
  mutating func setZone(_ zone: ZoneRules) {
    volatile.machine.setZone(zone)
    expressions.clockChanged()
    volatile.backlog.calendars = TaskID(0)
  }

  /// The wall clock was set. Dates are kept as dates, so only what followed from the wrong clock is put
  /// right.
  mutating func clockChanged() {
    volatile.armed = nil
    volatile.backlog.sweep(for: .dates)
  }
}
