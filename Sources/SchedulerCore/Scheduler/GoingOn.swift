/// What takes long is done in slices: an event takes in so much of what has piled up, and ``Event/goOn`` the
/// rest, with others in between. Until it is taken in nothing goes wrong: what starts is looked at anew,
/// whatever is kept about it.
extension Scheduler {
  /// Goes on with all that was left, before what is due.
  mutating func workOff(at moment: Moment) {
    stopLosing(at: moment)
    cancelMore(at: moment)
    serveMore(at: moment)
    declareMore(at: moment)
    sweepTasks(at: moment)
    sweepCalendars(at: moment)
    sweepPaused(at: moment)
    while !slice.isSpent, let id = volatile.backlog.replacing.first {
      volatile.backlog.replacing.remove(id)
      if let entry = tables.tasks[id], entry.place != .running { place(id, at: moment) }
    }
  }

  /// Asks for the next slice, if something is left.
  mutating func goOnIfNeeded() {
    guard slice.isCutShort || isSubmitting || expressions.hasLost, !volatile.backlog.isGoingOn else { return }
    volatile.backlog.isGoingOn = true
    directives.append(.goOn)
  }

  /// Puts right what followed from a wall clock, or from manifests, that are others now. This looks at every
  /// task, which is what a disturbance that rare may cost.
  private mutating func sweepTasks(at moment: Moment) {
    // What the wall clock changes has to be written.
    guard var sweep = volatile.backlog.sweep, volatile.storeFailure == nil else { return }
    while !slice.isSpent {
      guard let id = tables.tasks.first(from: sweep.next) else { return volatile.backlog.sweep = nil }
      slice.spend(Slice.look)
      if sweep.repairs.contains(.applications) { findApplication(of: id, at: moment) }
      if sweep.repairs.contains(.dates) { correctDates(of: id, at: moment) }
      sweep.next = TaskID(id.value + 1)
      volatile.backlog.sweep = sweep
    }
  }

  /// Where the tasks of applications wait follows from the rules: their manifests, spacing and budgets.
  private mutating func findApplication(of id: TaskID, at moment: Moment) {
    guard var entry = tables.tasks[id], entry.place != .running, entry.task.request.target == .application
    else {
      return
    }
    slice.spend(Slice.task)
    entry.application = application(of: entry.task)
    tables.setTask(id, placed(entry, at: moment))
  }

  /// Dates are kept as dates, so only what followed from the wrong clock is put right.
  private mutating func correctDates(of id: TaskID, at moment: Moment) {
    guard var entry = tables.tasks[id], entry.place != .running else { return }
    let corrected = entry.task.corrected(at: moment.wall, in: calendarPlace)
    if corrected != entry.task {
      slice.spend(Slice.task)
      putBack(entry, at: moment)
    } else if entry.relaxedSteps > entry.task.relaxedSteps(at: moment.wall) {
      // What it stopped asking for by a clock that was wrong, it asks for again.
      place(id, at: moment)
    }
    guard entry.isRetryDated, let kept = tables.tasks[id] else { return }
    entry = kept
    entry.resumePause(at: moment)
    tables.setTask(id, placed(entry, at: moment))
  }

  /// Dates of the calendar as they are in the zone of now, of tasks that wait for them.
  private mutating func sweepCalendars(at moment: Moment) {
    guard let first = volatile.backlog.calendars, volatile.storeFailure == nil else { return }
    var next = first
    while !slice.isSpent {
      guard let id = tables.indexes.calendars.first(from: next) else {
        return volatile.backlog.calendars = nil
      }
      slice.spend(Slice.task)
      if let entry = tables.tasks[id], entry.place != .running,
        entry.task.corrected(at: moment.wall, in: calendarPlace) != entry.task
      {
        putBack(entry, at: moment)
      }
      next = TaskID(id.value + 1)
      volatile.backlog.calendars = next
    }
  }

  private mutating func sweepPaused(at moment: Moment) {
    while !slice.isSpent, let uid = volatile.backlog.paused.first {
      if let id = tables.indexes.paused[uid]?.first(from: volatile.backlog.nextPaused) {
        place(id, at: moment)
        volatile.backlog.nextPaused = TaskID(id.value + 1)
      } else {
        volatile.backlog.paused.remove(uid)
        volatile.backlog.nextPaused = TaskID(0)
      }
    }
  }

  /// Moves on what is due, of the users in turns.
  mutating func release<Time>(
    _ queues: KeyPath<Indexes, DueQueues<Time>>, dueBy now: Time, _ move: (inout Scheduler, TaskID) -> Void
  ) {
    while !slice.isSpent {
      let users = tables.indexes[keyPath: queues].users(dueBy: now, after: volatile.backlog.lastReleased)
      if users.isEmpty { return }
      for uid in users where !slice.isSpent {
        release(queues, of: uid, dueBy: now, move)
        volatile.backlog.lastReleased = uid
      }
    }
  }

  private mutating func release<Time>(
    _ queues: KeyPath<Indexes, DueQueues<Time>>, of uid: UInt32, dueBy now: Time,
    _ move: (inout Scheduler, TaskID) -> Void
  ) {
    var left = Slice.turn
    while left > 0, !slice.isSpent, let due = tables.indexes[keyPath: queues].first(of: uid), due.time <= now
    {
      move(&self, due.id)
      left -= 1
    }
  }
}
