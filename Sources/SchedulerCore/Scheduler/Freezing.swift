extension Scheduler {
  /// Freezes the run, if its request or a patient judgement asks for that. The handler of an application
  /// cannot be frozen, and goes on unless it asks whether it should. Returns false for a run without time
  /// left, which is told to stop: an earlier daemon may have told it and could not store that.
  mutating func freeze(_ run: ActiveRun, _ reason: Reason, at moment: Moment) -> Bool {
    guard run.mayFreeze, let limit = run.freezeLimit, case .running(let since) = run.phase,
      moment.monotonic < since + run.limit
    else { return false }
    var active = run
    active.phase = .frozen(since: since, from: moment.monotonic, until: moment.monotonic + limit)
    active.lack = reason
    tables.setRun(active.run.id, active)
    if active.target == .command { directives.append(.freeze(active.run.id)) }
    report(.frozen(active.run, reason, limit: limit))
    return true
  }

  /// Thaws the frozen runs whose requirements hold again.
  mutating func thawWhatIsKept(at moment: Moment) {
    let reading = reading(at: moment)
    let able = tables.indexes.frozen.compactMap { tables.runs[$0] }.filter { reading.keeps($0.enforced) }
    for active in able.sorted(by: { $0.run.taskID < $1.run.taskID }) { thaw(active, at: moment) }
  }

  /// Thaws a run. Its runtime limit is extended by the time that it was frozen.
  private mutating func thaw(_ run: ActiveRun, at moment: Moment) {
    guard case .frozen(let since, let from, _) = run.phase else { return }
    var active = run
    thawProgram(of: active)
    active.phase = .running(since: since + (moment.monotonic - from))
    active.lastProgress = moment.monotonic
    active.lack = nil
    tables.setRun(active.run.id, active)
    report(.thawed(active.run))
  }

  /// Gives runs the limits of a new configuration, also those that are frozen. A run that was launched as one
  /// that cannot be frozen stays so.
  mutating func adoptFreezeLimits() {
    for run in tables.runs.values where run.freezeLimit != nil {
      guard let request = tables.tasks[run.run.taskID]?.task.request else { continue }
      let limit = freezeLimit(of: request)
      guard limit != run.freezeLimit else { continue }
      var active = run
      active.freezeLimit = limit
      if case .frozen(let since, let from, _) = run.phase {
        active.phase = .frozen(since: since, from: from, until: from + (limit ?? .zero))
      }
      tables.setRun(active.run.id, active)
      // A run that would have been frozen for a loss is looked at again.
      if active.phase == .launching { mayLose([active.run.id]) }
    }
  }

  /// Lets the program of a frozen run go on.
  mutating func thawProgram(of run: ActiveRun) {
    if case .frozen = run.phase, run.target == .command { directives.append(.thaw(run.run.id)) }
  }

  /// Tells the run to stop, as if it had not asked to be frozen: it runs on although it should not.
  mutating func freezeFailed(_ id: RunID, message: String, at moment: Moment) {
    guard let active = tables.runs[id], case .frozen = active.phase, var reason = active.lack else { return }
    reason.message += "; it could not be frozen: \(message)"
    expire(id, reason, at: moment)
  }
}
