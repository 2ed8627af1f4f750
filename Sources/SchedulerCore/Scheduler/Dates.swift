extension Scheduler {
  /// Takes in deadlines that passed while their tasks waited.
  mutating func passDeadlines(at moment: Moment) {
    // The changes at the end of a wait have to be stored, and nothing could begin anyway.
    guard volatile.storeFailure == nil else { return }
    while let uid = tables.indexes.deadlines.firstToGoOn(at: moment.monotonic) {
      tables.setBehind(uid, until: nil)
    }
    var taken: [UInt32: (count: Int, bytes: Int)] = [:]
    var all = 0
    while let (uid, due) = tables.indexes.deadlines.first, due.time <= moment.wall,
      var entry = tables.tasks[due.subject]
    {
      let own = taken[uid] ?? (0, 0)
      guard own.count < DeadlineRate.perUser, own.bytes < DeadlineRate.bytesPerUser,
        all < DeadlineRate.inAll
      else {
        tables.setBehind(uid, until: moment.monotonic + DeadlineRate.pause)
        continue
      }
      all += 1
      volatile.counters.tasksVisited += 1
      guard let lateness = entry.task.newLateness(at: moment.wall) else { break }
      let isDropped = lateness == .deadline && entry.task.request.onDeadline == .drop
      taken[uid] = (own.count + 1, own.bytes + (isDropped ? entry.task.storedBytes : 0))
      if isDropped {
        miss(entry, at: moment)
      } else {
        entry.task.take(lateness)
        putBack(entry, at: moment)
        report(.overdue(entry.task, lateness, waitingFor: vetoes(of: entry, at: moment)))
        act(on: .overdue, of: entry.task, after: nil, at: moment)
      }
    }
  }

  /// Ends a task that did not begin in time. A repeating task goes on with its next period.
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
      // The ends that the dropped occurrence waited with were its own.
      waiting.task.waitForEnds(after: volatile.ends)
      putBack(waiting, at: moment)
    } else {
      tables.setTask(task.id, nil)
      store(.deleteTask(task.id))
      keepLearned(of: task)
      settleDeclaration(of: task)
    }
    report(.ended(run, next: next?.request.earliestBegin))
    countEnd(of: run, at: moment)
    act(onEndOf: run, of: task, at: moment)
  }

  /// Returns the task as it is at a moment that has not been taken in yet: with the deadlines that have
  /// passed, without the requirements that it has relaxed, and as patient as it is then.
  func asOf(_ moment: Moment, _ waiting: TaskEntry) -> TaskEntry {
    var entry = waiting
    entry.relaxedSteps = entry.relaxedSteps(at: moment.wall)
    while let lateness = entry.task.newLateness(at: moment.wall) { entry.task.take(lateness) }
    entry.patience = patience(of: entry.task, at: moment.wall)
    return entry
  }

  /// The zone and the machine by which calendars become dates now.
  var calendarPlace: CalendarPlace {
    CalendarPlace(zone: volatile.machine.zone, machine: volatile.configuration.machineID)
  }

  /// Takes in a new zone of the machine: an occurrence at 03:00 comes at 03:00 in the new zone.
  mutating func setZone(_ zone: ZoneRules) {
    volatile.machine.setZone(zone)
    expressions.clockChanged()
    volatile.backlog.calendars = TaskID(0)
  }

  /// Takes in that the wall clock was set, or went on while the machine slept. Dates are stored as dates, so
  /// only what followed from the wrong clock is corrected.
  mutating func clockChanged() {
    expressions.clockChanged()
    volatile.armed = nil
    volatile.backlog.sweep(for: .dates)
  }
}
