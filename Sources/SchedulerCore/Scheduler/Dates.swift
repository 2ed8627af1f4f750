extension Scheduler {
  /// Deadlines that passed while their tasks waited.
  mutating func passDeadlines(at moment: Moment) {
    while let (id, due) = tables.indexes.deadlines.first, due.time <= moment.wall,
      var entry = tables.tasks[id]
    {
      volatile.counters.tasksVisited += 1
      switch entry.task.request.onDeadline {
      case .drop: miss(entry, at: moment)
      case .wait, .run:
        entry.task.isOverdue = true
        putBack(entry, at: moment)
        report(.overdue(entry.task, waitingFor: vetoes(of: entry, at: moment)))
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
    let next = task.nextPeriod(after: moment.wall)
    if let next {
      var waiting = entry
      waiting.task = next
      putBack(waiting, at: moment)
    } else {
      tables.setTask(task.id, nil)
      store(.deleteTask(task.id))
    }
    report(.ended(run, next: next?.request.earliestBegin))
  }

  /// The wall clock was set. Dates are kept as dates, so only what followed from the wrong clock is put right: the
  /// next date of a repeating task is never more than one period away.
  mutating func clockChanged(at moment: Moment) {
    volatile.armed = nil
    let strayed = tables.tasks.values.filter { entry in
      guard entry.task.recurrence > 0, entry.place != .running, let every = entry.task.request.repeatEvery,
        let earliest = entry.task.request.earliestBegin
      else { return false }
      return earliest > moment.wall + every
    }
    for var entry in strayed.sorted(by: { $0.task.id < $1.task.id }) {
      guard let every = entry.task.request.repeatEvery, let strayedTo = entry.task.request.earliestBegin
      else {
        continue
      }
      let date = moment.wall + every
      entry.task.request.deadline = entry.task.request.deadline.map { date + ($0 - strayedTo) }
      entry.task.request.earliestBegin = date
      putBack(entry, at: moment)
    }
  }
}
