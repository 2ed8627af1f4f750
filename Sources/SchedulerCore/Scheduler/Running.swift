extension Scheduler {
  mutating func runStarted(_ id: RunID, at moment: Moment) {
    guard var active = tables.runs[id], active.phase == .launching else { return }
    active.phase = .running(since: moment.monotonic)
    active.lastProgress = moment.monotonic
    tables.setRun(id, active)
    report(.running(active.run))
  }

  mutating func launchFailed(_ id: RunID, message: String, isPassing: Bool, at moment: Moment) {
    guard var active = tables.runs[id], !active.isOver else { return }
    guard !active.isCancelled else { return end(active, as: .cancelled, at: moment) }
    active.run.stopReason = Reason(code: .launchFailed, message: message)
    // A machine that is out of processes or memory says nothing about the program: it is tried again.
    end(active, as: isPassing ? .interrupted : .launchFailed, at: moment)
  }

  /// - Parameter ended: When it was, if it was earlier.
  mutating func runEnded(_ id: RunID, _ exit: Exit, ended: WallTime? = nil, at moment: Moment) {
    guard var active = tables.runs[id], !active.isOver else { return }
    switch exit {
    case .status(let status):
      active.run.exitStatus = status
      active.run.success = active.run.success ?? (status == 0)
    case .signal(let name): active.run.signal = name
    case .outOfMemory: active.run.signal = "SIGKILL"
    case .unknown: break
    }
    let outcome = outcome(of: active)
    if active.run.stopReason == nil, active.run.success != true { active.run.stopReason = Reason(exit) }
    // A clock that was set meanwhile must not make it end before it began.
    active.run.ended = ended.map { min(max($0, active.run.started), moment.wall) }
    end(active, as: outcome, at: moment)
  }

  /// How a run whose program is gone ended. Without a report it was interrupted.
  func outcome(of active: ActiveRun) -> Outcome {
    if active.isCancelled { return .cancelled }
    // That the daemon or the machine goes is not the program's fault: unless it got done, it is as good as
    // interrupted.
    if active.run.stopReason?.code.isDeparture == true, active.run.success != true { return .interrupted }
    switch active.phase {
    case .killed: return .killed
    case .expiring: return .expired
    case .over(let outcome, _): return outcome
    case .launching, .awaited, .running, .frozen: return active.run.success == nil ? .interrupted : .completed
    }
  }

  /// Tells a run to stop. A run that is stopping already only learns that it was cancelled.
  mutating func expire(_ id: RunID, _ reason: Reason, at moment: Moment) {
    guard var active = tables.runs[id] else { return }
    let grace = grace(for: reason.code)
    let killAt = moment.monotonic + grace
    let wasCancelled = active.isCancelled
    switch active.phase {
    case .over: return
    case .killed: break
    case .expiring(let earlier):
      if reason.code.isDeparture { active.phase = .expiring(killAt: min(earlier, killAt)) }
    case .awaited:
      return withdraw(active, reason, at: moment)
    case .launching, .running, .frozen:
      // What stands still would not hear of it.
      if case .frozen = active.phase { directives.append(.thaw(id)) }
      active.lack = nil
      active.phase = .expiring(killAt: killAt)
      // One of before the start may have been cancelled then, and stays so.
      if !wasCancelled { active.run.stopReason = reason }
      directives.append(
        active.connection.map { .warn(id, on: $0, reason: reason, grace: grace) }
          ?? .expire(id, reason: reason, grace: grace))
      report(.expiring(active.run, grace: grace))
      // Why it ends must be known even if it does so while no daemon looks.
      if !active.isCancelled { storeIfPossible(active.run) }
    }
    // A cancellation is a promise to its caller, so it must outlive the daemon.
    if reason.code == .cancelled && !wasCancelled {
      active.run.stopReason = reason
      storeIfPossible(active.run)
    }
    tables.setRun(id, active)
  }

  /// A run that no program has yet is told to stop: there is nobody to tell.
  private mutating func withdraw(_ run: ActiveRun, _ reason: Reason, at moment: Moment) {
    var active = run
    let isCancellation = reason.code == .cancelled
    if active.isRestored {
      // Somebody may be working on it, who has not come back yet. What is lost is looked at when that
      // happens.
      guard isCancellation, !active.isCancelled else { return }
      active.run.stopReason = reason
      storeIfPossible(active.run)
      return tables.setRun(active.run.id, active)
    }
    active.run.stopReason = reason
    // It has not begun, so it has not had its one launch (R18).
    let outcome: Outcome =
      isCancellation ? .cancelled : reason.code == .simulated ? .expired : .interrupted
    end(active, as: outcome, at: moment)
  }

  /// Warns runs whose time is up, and kills those whose grace is over.
  /// - Parameter size: How much of it an event takes in, besides all else.
  mutating func attendRuns(at moment: Moment, slice size: Int = .max) {
    var own = Slice(size)
    defer { slice.note(own) }
    let now = moment.monotonic
    let stall = volatile.configuration.continuedStall
    while !own.isSpent, let (id, due) = tables.indexes.runTimers.first, due.time <= now,
      let active = tables.runs[id], let (timer, _) = active.nextTimer(stall: stall)
    {
      own.spend(Slice.task)
      switch timer {
      case .limit(let since):
        expire(id, limitReason(of: active, since: since, at: now), at: moment)
      case .grace: kill(active, at: moment)
      case .patience: giveUpWaiting(active, at: moment)
      case .standstill: expire(id, active.lack ?? limitReason(of: active, since: now, at: now), at: moment)
      }
    }
  }

  /// It has not stopped when it was told to.
  mutating func kill(_ run: ActiveRun, at moment: Moment) {
    var active = run
    active.phase = .killed
    tables.setRun(active.run.id, active)
    let isKilled = killCommandOrProgram(of: active)
    report(.killing(active.run))
    // Nobody will say that it is gone.
    if !isKilled { end(active, as: outcome(of: active), at: moment) }
  }

  /// Ends its program, if that can be done.
  private mutating func killCommandOrProgram(of active: ActiveRun) -> Bool {
    guard active.target == .command else { return killProgram(of: active) }
    directives.append(.kill(active.run.id))
    return true
  }

  private func limitReason(of active: ActiveRun, since: MonotonicTime, at now: MonotonicTime) -> Reason {
    if since + active.limit <= now {
      return Reason(
        code: .runtimeLimit, message: "its time is up", required: "at most \(active.limit.secondsText)",
        observed: (now - since).secondsText)
    }
    return Reason(
      code: .stalled, message: "it has not said for too long how far it is",
      required: "progress every \(volatile.configuration.continuedStall.secondsText)",
      observed: "none for \((now - active.lastProgress).secondsText)")
  }

  /// What is known of a run that goes on. Nobody was promised it, so a disk that takes nothing gets it later.
  mutating func storeIfPossible(_ run: Run) {
    if volatile.storeFailure == nil { store(.putRun(run)) }
  }

  /// Records the end of a run and decides what becomes of its task. While the disk takes nothing that has to
  /// wait.
  mutating func end(_ active: ActiveRun, as outcome: Outcome, at moment: Moment) {
    if active.isOver { return }
    if let cause = volatile.storeFailure { return putOffEnd(of: active, as: outcome, cause, at: moment) }
    recordEnd(of: active, as: outcome, at: moment)
  }

  /// It is over, and holds on to nothing but its record.
  private mutating func putOffEnd(
    of active: ActiveRun, as outcome: Outcome, _ cause: String, at moment: Moment
  ) {
    var over = active
    over.phase = .over(outcome, at: moment)
    over.connection = nil
    over.process = nil
    over.lack = Reason(
      code: .storeUnavailable, message: "it has ended, and the state cannot be written now", observed: cause)
    tables.setRun(over.run.id, over)
    if let process = process(of: active) { attend(process, at: moment) }
  }

  /// The disk works again: what could not be recorded is, in the order in which it happened, and each as of
  /// its own moment.
  mutating func catchUpOnRecords() {
    var over: [(active: ActiveRun, outcome: Outcome, moment: Moment)] = []
    for active in tables.runs.values.sorted(by: { $0.run.taskID < $1.run.taskID }) {
      if case .over(let outcome, let moment) = active.phase {
        over.append((active, outcome, moment))
      } else if active.run.stopReason != nil {
        store(.putRun(active.run))
      }
    }
    // A stable order: what ended at one moment stays in the order of tasks.
    let order = over.indices.sorted { (over[$0].moment.monotonic, $0) < (over[$1].moment.monotonic, $1) }
    for end in order.map({ over[$0] }) { recordEnd(of: end.active, as: end.outcome, at: end.moment) }
  }

  private mutating func recordEnd(of active: ActiveRun, as outcome: Outcome, at moment: Moment) {
    var run = active.run
    run.ended = run.ended ?? moment.wall
    run.outcome = outcome
    run.length =
      active.run.ended.map { max($0 - run.started, .zero) } ?? active.began.map { moment.monotonic - $0 }
    volatile.counters.ended[outcome, default: 0] += 1
    tables.setRun(run.id, nil)
    store(.putRun(run))
    if let application = active.application, run.kind.isDiscretionary, let delivered = active.delivered {
      var use = tables.uses[application] ?? ApplicationUse()
      use.charge(
        moment.monotonic - delivered, at: moment.monotonic,
        budgetPerHour: volatile.configuration.runtimeBudgetPerHour)
      setUse(application, use, at: moment)
    }
    notePace(of: active, at: moment)
    let (next, done) = followUp(run, of: active, at: moment)
    report(.ended(run, next: next))
    if let done {
      serveFollowers(of: run, at: moment)
      act(onEndOf: run, of: done, at: moment)
    }
    reportDamage(foundBy: run)
    if let process = process(of: active) { attend(process, at: moment) }
    // What was submitted under the same name meanwhile has waited for this.
    if let id = tables.waitingTask(run.key) {
      if run.hasSucceeded, run.taskID != id { noteSuccess(of: run, to: id, at: moment) }
      place(id, at: moment)
    }
  }

  /// What was submitted under the same name meanwhile is the same work.
  private mutating func noteSuccess(of run: Run, to id: TaskID, at moment: Moment) {
    guard var entry = tables.tasks[id], entry.task.request.overdueAfter != nil else { return }
    entry.task.succeeded(at: run.ended ?? moment.wall)
    tables.setTask(id, entry)
    store(.putTask(entry.task, payload: nil))
  }

  /// What an application has had is stored with the batch that changes it.
  mutating func setUse(_ application: ApplicationKey, _ use: ApplicationUse, at moment: Moment) {
    tables.setUse(application, use)
    if let record = use.record(of: application, at: moment, volatile.configuration) { store(.putUse(record)) }
  }

  /// How fast its identifier comes round. What no program has had, and what its owner ended, says nothing of
  /// that.
  private mutating func notePace(of active: ActiveRun, at moment: Moment) {
    guard active.run.kind.isDiscretionary, let began = active.began, !active.isCancelled,
      active.target == .command || active.delivered != nil
    else { return }
    var pace = tables.paces[active.run.key] ?? Pace(launched: began, after: nil)
    pace.end(at: moment.monotonic, hasProgressed: active.next?.hasProgressed == true)
    tables.setPace(active.run.key, pace)
  }

  /// Tries the task again, moves it on to its next period, or is done with it. Returns when it is due, and
  /// the task as it was, unless that is another attempt.
  private mutating func followUp(
    _ run: Run, of active: ActiveRun, at moment: Moment
  ) -> (next: WallTime?, done: ScheduledTask?) {
    guard var entry = tables.tasks[run.taskID], entry.task.runID == run.id else { return (nil, nil) }
    let task = entry.task
    let next = active.next
    entry.task.runID = nil
    if run.hasSucceeded { entry.task.succeeded(at: run.ended ?? moment.wall) }
    let isReplaced = tables.waitingTask(run.key) != nil
    let isLast = isReplaced || declaration(of: entry.task)?.state == .withdrawn
    let rule = entry.task.request.retryRule(after: run)
    let uncounted =
      entry.pauseAfterUncounted(run)
      ?? rule?.pause(afterProgress: next, uncounted: entry.task.excusedAttempts)
    if uncounted != nil { entry.task.excusedAttempts += 1 }
    let pause = uncounted ?? rule?.pause(afterAttempts: run.attempt - entry.task.excusedAttempts, next)
    if !isLast, let pause {
      volatile.counters.retried += 1
      entry.task.attempt += 1
      entry.retryAt = moment.monotonic + pause
      entry.isRetryDated = false
      entry.task.retryNotBefore = moment.wall + pause
      putBack(entry, at: moment)
      return (entry.task.retryNotBefore, nil)
    }
    if rule != nil && !isLast {
      volatile.counters.gaveUp += 1
      report(.gaveUp(run, attempts: run.attempt))
    }
    if !isLast, run.outcome != .cancelled,
      let next = entry.task.nextPeriod(after: moment.wall, lastRun: run.started, in: calendarPlace)
    {
      entry.task = next
      if let trigger = next.request.pathTrigger {
        entry.task.paths = next.paths?.afterRun(run, trigger, isFresh: active.hasFreshPaths)
      }
      entry.retryAt = nil
      entry.isRetryDated = false
      putBack(entry, at: moment)
      return (next.request.earliestBegin, task)
    }
    tables.setTask(run.taskID, nil)
    store(.deleteTask(run.taskID))
    settleDeclaration(of: entry.task, as: run.outcome == .cancelled ? .cancelled : .finished)
    return (nil, task)
  }

  /// Stores a waiting task that changed, and lets it wait for what it lacks now.
  mutating func putBack(_ waiting: TaskEntry, at moment: Moment) {
    var entry = waiting
    entry.task = waiting.task.corrected(at: moment.wall, in: calendarPlace)
    tables.setTask(entry.task.id, placed(entry, at: moment))
    store(.putTask(entry.task, payload: nil))
  }
}

extension Reason {
  /// Why a run failed that nobody told to stop; nil when its program ended as it should.
  fileprivate init?(_ exit: Exit) {
    switch exit {
    case .status(0): return nil
    case .status(let status):
      self.init(
        code: .exitStatus, message: "its program ended with exit status \(status)", required: "0",
        observed: "\(status)")
    case .signal(let name):
      self.init(code: .signal, message: "its program was ended by \(name)", observed: name)
    case .outOfMemory:
      self.init(code: .outOfMemory, message: "its program was ended because memory ran out")
    case .unknown:
      self.init(code: .vanished, message: "it is gone without a report")
    }
  }
}
