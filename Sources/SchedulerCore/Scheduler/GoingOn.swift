/// Slices: an event takes in a bounded amount of piled-up work, and ``Event/goOn`` the rest, with other
/// events in between. Work that is left does no harm meanwhile: a task that is to start is evaluated anew,
/// whatever is kept about it.
extension Scheduler {
  /// Goes on with all work that earlier events left, before what is due. Runs that have to stop and tasks
  /// that were cancelled come first. Of the rest each kind of work is first in its turn, so that one user's
  /// endless work of one kind does not hold up other users' work of another.
  mutating func workOff(at moment: Moment) {
    stopLosing(at: moment)
    cancelMore(at: moment)
    tellMore(at: moment)
    // Due tasks and changed conditions have a part of their own, however much of this is left.
    defer { slice.refill() }
    guard !slice.isSpent else { return }
    let kinds = Self.kindsOfWork
    for number in kinds.indices where !slice.isSpent {
      kinds[(volatile.backlog.firstKind + number) % kinds.count](&self, moment)
    }
    if slice.isSpent { volatile.backlog.firstKind = (volatile.backlog.firstKind + 1) % kinds.count }
  }

  private static let kindsOfWork: [@Sendable (inout Scheduler, Moment) -> Void] = [
    { $0.declareMore(at: $1) }, { $0.sweepTasks(at: $1) },
    { $0.sweepCalendars(at: $1) }, { $0.sweepPaused(at: $1) }, { $0.replaceMore(at: $1) },
  ]

  private mutating func replaceMore(at moment: Moment) {
    while !slice.isSpent, let id = volatile.backlog.replacing.first {
      volatile.backlog.replacing.remove(id)
      if let entry = tables.tasks[id], entry.place != .running { place(id, at: moment) }
    }
  }

  /// Asks for the next slice, if work is left.
  mutating func goOnIfNeeded() {
    slice.note(tellingSlice)
    guard slice.isCutShort || isSubmitting || expressions.hasLost, !volatile.backlog.isGoingOn else { return }
    volatile.backlog.isGoingOn = true
    directives.append(.goOn)
  }

  /// Corrects what followed from an earlier wall clock or earlier manifests. This visits every task, which is
  /// an acceptable cost for so rare a change.
  private mutating func sweepTasks(at moment: Moment) {
    // The corrections have to be stored.
    guard var sweep = volatile.backlog.sweep, volatile.storeFailure == nil else { return }
    while !slice.isSpent {
      guard let id = tables.tasks.first(from: sweep.next) else { return volatile.backlog.sweep = nil }
      slice.spend(Slice.look)
      if sweep.repairs.contains(.applications) { findApplication(of: id, at: moment) }
      if sweep.repairs.contains(.dates) { correctDates(of: id, at: moment) }
      if sweep.repairs.contains(.judgements) { judge(id, at: moment) }
      sweep.next = TaskID(id.value + 1)
      volatile.backlog.sweep = sweep
    }
  }

  /// Finds the task's application anew: its place depends on the manifests, spacing and budgets.
  private mutating func findApplication(of id: TaskID, at moment: Moment) {
    guard var entry = tables.tasks[id], entry.place != .running, entry.task.request.target == .application
    else {
      return
    }
    slice.spend(Slice.task)
    entry.application = application(of: entry.task)
    put(entry, at: moment)
  }

  /// Judges a task anew, whose window has to last longer or shorter now.
  private mutating func judge(_ id: TaskID, at moment: Moment) {
    guard let entry = tables.tasks[id], entry.place != .running,
      entry.patience != patience(of: entry.task, at: moment.wall)
    else { return }
    place(id, at: moment)
  }

  /// Corrects only what followed from a wrong clock: dates are stored as dates.
  private mutating func correctDates(of id: TaskID, at moment: Moment) {
    guard var entry = tables.tasks[id], entry.place != .running else { return }
    if entry.task.correction(at: moment.wall, in: calendarPlace) != nil {
      slice.spend(Slice.task)
      putBack(entry, at: moment)
    } else if entry.relaxedSteps > entry.relaxedSteps(at: moment.wall)
      || entry.task.isBeforeTurn && !entry.place.isBeforeTurn
    {
      // The task asks again for what it had relaxed by a wrong clock, or its turn came while the disk took
      // nothing.
      place(id, at: moment)
    }
    guard entry.isRetryDated, let kept = tables.tasks[id] else { return }
    entry = kept
    entry.resumePause(at: moment)
    put(entry, at: moment)
  }

  /// Computes the calendar dates of waiting tasks anew in the current zone.
  private mutating func sweepCalendars(at moment: Moment) {
    guard let first = volatile.backlog.calendars, volatile.storeFailure == nil else { return }
    var next = first
    while !slice.isSpent {
      guard let id = tables.indexes.calendars.first(from: next) else {
        return volatile.backlog.calendars = nil
      }
      slice.spend(Slice.task)
      if let entry = tables.tasks[id], entry.place != .running,
        entry.task.correction(at: moment.wall, in: calendarPlace) != nil
      {
        putBack(entry, at: moment)
      }
      next = TaskID(id.value + 1)
      volatile.backlog.calendars = next
    }
  }

  private mutating func sweepPaused(at moment: Moment) {
    while !slice.isSpent, !volatile.backlog.paused.isEmpty {
      var sweep = volatile.backlog.paused.removeFirst()
      if placePaused(of: &sweep, at: moment) { volatile.backlog.paused.append(sweep) }
    }
  }

  /// Places the tasks of one turn. Returns whether some are left.
  private mutating func placePaused(of sweep: inout Backlog.PausedSweep, at moment: Moment) -> Bool {
    for _ in 0..<Slice.turn where !slice.isSpent {
      guard let id = tables.indexes.paused[sweep.uid]?.first(from: sweep.next) else { return false }
      place(id, at: moment)
      sweep.next = TaskID(id.value + 1)
    }
    return true
  }

  /// Moves on the tasks that are due, users in turns.
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
      move(&self, due.subject)
      left -= 1
    }
  }
}
