extension Scheduler {
  mutating func runStarted(_ id: RunID, at moment: Moment) {
    guard var active = tables.runs[id], active.phase == .launching else { return }
    active.phase = .running(since: moment.monotonic)
    active.lastProgress = moment.monotonic
    tables.setRun(id, active)
    report(.running(active.run))
    // A loss while it was being started has stopped nothing.
    stopForLoss(active, at: moment)
  }

  mutating func launchFailed(_ id: RunID, message: String, isPassing: Bool, at moment: Moment) {
    guard var active = tables.runs[id], !active.isOver else { return }
    guard !active.isCancelled else { return end(active, as: .cancelled, at: moment) }
    if !active.hasLostLease { active.run.stopReason = Reason(code: .launchFailed, message: message) }
    // A machine that is out of processes or memory says nothing about the program: it is tried again.
    end(active, as: isPassing ? .interrupted : .launchFailed, at: moment)
  }

  /// - Parameter ended: The date of the end, if it was earlier than now.
  mutating func runEnded(_ id: RunID, _ exit: Exit, ended: WallTime? = nil, at moment: Moment) {
    guard var active = tables.runs[id], !active.isOver else { return }
    noteLoss(of: &active, ended: ended, at: moment)
    switch exit {
    case .status(let status):
      active.run.exitStatus = status
      active.hasReported = active.run.success != nil
      active.run.success = active.run.success ?? (status == 0 && !active.hasLostLease)
    case .signal(let name): active.run.signal = name
    case .outOfMemory: active.run.signal = "SIGKILL"
    case .unknown: break
    }
    let outcome = outcome(of: active)
    if active.run.stopReason == nil, active.run.success != true { active.run.stopReason = Reason(exit) }
    // A clock that was set meanwhile must not put the end before the beginning.
    active.run.ended = ended.map { min(max($0, active.run.started), moment.wall) }
    end(active, as: outcome, at: moment)
  }

  /// Returns the outcome of a run whose program is gone. Without a report the run was interrupted.
  func outcome(of active: ActiveRun) -> Outcome {
    if active.isCancelled { return .cancelled }
    if active.hasLostLease { return outcomeOfLost(active) }
    // An end of the daemon or the machine is not the program's fault: unless the run succeeded, it counts as
    // interrupted.
    if active.run.stopReason?.code.isDeparture == true, active.run.success != true { return .interrupted }
    switch active.phase {
    case .killed: return .killed
    case .expiring: return .expired
    case .over(let outcome, _): return outcome
    case .launching, .awaited, .running, .frozen: return active.run.success == nil ? .interrupted : .completed
    }
  }

  /// Returns the outcome of a run that was told to stop because its lease was over (R96). A success that it
  /// reported before that counts; one that it reports later does not (``complete(_:success:_:at:)``).
  func outcomeOfLost(_ active: ActiveRun) -> Outcome {
    active.run.success == true ? .completed : .leaseLost
  }

  /// Tells a run to stop. A run that is stopping already only learns that it was cancelled, or that its lease
  /// is over: whichever comes first decides how it ends.
  mutating func expire(_ id: RunID, _ reason: Reason, at moment: Moment) {
    guard var active = tables.runs[id] else { return }
    let grace = grace(for: reason.code)
    let killAt = moment.monotonic + grace
    let isDecided = active.isCancelled || active.hasLostLease
    switch active.phase {
    case .over: return
    case .killed: break
    case .expiring(let earlier):
      if reason.code.isDeparture { active.phase = .expiring(killAt: min(earlier, killAt)) }
    case .awaited:
      return withdraw(active, reason, at: moment)
    case .launching, .running, .frozen:
      // A frozen program cannot react.
      thawProgram(of: active)
      active.lack = nil
      active.phase = .expiring(killAt: killAt)
      // A run from before the start may have been cancelled, and stays so.
      if !isDecided { active.run.stopReason = reason }
      directives.append(
        active.connection.map { .warn(id, on: $0, reason: reason, grace: grace) }
          ?? .expire(id, reason: reason, grace: grace))
      report(.expiring(active.run, grace: grace))
      // The reason must be known even if the run ends while no daemon is running.
      if !active.isCancelled && !active.hasLostLease { storeIfPossible(active.run) }
    }
    // A cancellation is a promise to its caller, so it must outlive the daemon. No attempt follows a lost
    // lease either.
    if [.cancelled, .leaseLost].contains(reason.code) && !isDecided {
      active.run.stopReason = reason
      storeIfPossible(active.run)
    }
    tables.setRun(id, active)
  }

  /// Stops a run that no program has yet, so there is no program to tell.
  private mutating func withdraw(_ run: ActiveRun, _ reason: Reason, at moment: Moment) {
    var active = run
    let isCancellation = reason.code == .cancelled
    let isLoss = reason.code == .leaseLost
    if active.isRestored {
      // A program may be working on it that has not come back yet. Losses are evaluated when it comes.
      guard isCancellation, !active.isCancelled else { return }
      active.run.stopReason = reason
      storeIfPossible(active.run)
      return tables.setRun(active.run.id, active)
    }
    active.run.stopReason = reason
    // The run has not begun, so the task has not had its one launch (R18).
    let outcome: Outcome =
      isCancellation ? .cancelled : isLoss ? .leaseLost : reason.code == .simulated ? .expired : .interrupted
    end(active, as: outcome, at: moment)
  }

  /// Expires runs whose time is up, and kills those whose grace is over.
  /// - Parameter size: The size of the slice for this, beside the event's other work.
  mutating func attendRuns(at moment: Moment, slice size: Int = .max) {
    var own = Slice(size)
    defer { slice.note(own) }
    attendLeases(at: moment, &own)
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

  /// Kills a run that has not stopped in its grace.
  mutating func kill(_ run: ActiveRun, at moment: Moment) {
    var active = run
    active.phase = .killed
    tables.setRun(active.run.id, active)
    let isKilled = killCommandOrProgram(of: active)
    report(.killing(active.run))
    // No report of its end will come.
    if !isKilled { end(active, as: outcome(of: active), at: moment) }
  }

  /// Kills the run's program. Returns false if bgtaskd did not start it.
  private mutating func killCommandOrProgram(of active: ActiveRun) -> Bool {
    guard active.target == .command else { return killProgram(of: active) }
    directives.append(.kill(active.run.id))
    return true
  }

  private func limitReason(of active: ActiveRun, since: MonotonicTime, at now: MonotonicTime) -> Reason {
    if since + active.limit <= now {
      return Reason(
        code: .runtimeLimit, message: "its time is up", required: "at most \(active.limit.roundedText)",
        observed: (now - since).roundedText)
    }
    return Reason(
      code: .stalled, message: "it has reported no progress for too long",
      required: "progress every \(volatile.configuration.continuedStall.roundedText)",
      observed: "none for \((now - active.lastProgress).roundedText)")
  }

  /// Stores an active run if the disk works. No caller was promised this, so it may be stored later.
  mutating func storeIfPossible(_ run: Run) {
    if volatile.storeFailure == nil { store(.putRun(run)) }
  }

  /// Records the end of a run and decides what becomes of its task. Both wait while the disk takes nothing.
  mutating func end(_ active: ActiveRun, as outcome: Outcome, at moment: Moment) {
    if active.isOver { return }
    let outcome = active.hasLostLease ? outcomeOfLost(active) : outcome
    if let cause = volatile.storeFailure { return putOffEnd(of: active, as: outcome, cause, at: moment) }
    recordEnd(of: active, as: outcome, at: moment)
  }

  /// Keeps a run that is over until its end can be recorded, without its connection and process.
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

  /// Records the ends that could not be stored, in the order in which they happened and each as of its own
  /// moment, when the disk works again. A clock that was ahead then is believed no more.
  mutating func catchUpOnRecords(at now: Moment) {
    var over: [(active: ActiveRun, outcome: Outcome, moment: Moment)] = []
    for active in tables.runs.values.sorted(by: { $0.run.taskID < $1.run.taskID }) {
      if case .over(let outcome, let moment) = active.phase {
        over.append((active, outcome, moment))
      } else if active.run.stopReason != nil {
        store(.putRun(active.run))
      }
    }
    // Runs that ended at one moment stay in the order of their tasks, so the order is stable.
    let order = over.indices.sorted { (over[$0].moment.monotonic, $0) < (over[$1].moment.monotonic, $1) }
    for end in order.map({ over[$0] }) {
      let moment = Moment(wall: min(end.moment.wall, now.wall), monotonic: end.moment.monotonic)
      recordEnd(of: end.active, as: end.outcome, at: moment)
    }
  }

  private mutating func recordEnd(of active: ActiveRun, as outcome: Outcome, at moment: Moment) {
    var run = active.run
    run.ended = run.ended ?? moment.wall
    run.outcome = outcome
    // An exit status of 0 is no success of a run that was not to go on.
    if outcome == .leaseLost { run.success = false }
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
      countEnd(of: run, at: moment)
      act(onEndOf: run, of: done, at: moment)
    }
    reportDamage(foundBy: run)
    if let process = process(of: active) { attend(process, at: moment) }
    // A task that was submitted under the same identifier meanwhile has waited for this end.
    if let id = tables.waitingTask(run.key) {
      if run.hasSucceeded, run.taskID != id { noteSuccess(of: run, to: id, at: moment) }
      place(id, at: moment)
    }
  }

  /// Counts the run's success for a task submitted under the same identifier meanwhile: it is the same work.
  private mutating func noteSuccess(of run: Run, to id: TaskID, at moment: Moment) {
    guard var entry = tables.tasks[id] else { return }
    let before = entry.task
    noteSuccess(of: run, to: &entry.task, at: moment)
    guard entry.task != before else { return }
    tables.setTask(id, entry)
    store(.putTask(entry.task, payload: nil))
  }

  /// Sets an application's spacing and budget, and stores them with the batch.
  mutating func setUse(_ application: ApplicationKey, _ use: ApplicationUse, at moment: Moment) {
    tables.setUse(application, use)
    if let record = use.record(of: application, at: moment, volatile.configuration) { store(.putUse(record)) }
  }

  /// Notes how fast the identifier repeats. A run that no program has had, or that its owner cancelled, says
  /// nothing about that.
  private mutating func notePace(of active: ActiveRun, at moment: Moment) {
    guard active.run.kind.isDiscretionary, let began = active.began, !active.isCancelled,
      active.target == .command || active.delivered != nil
    else { return }
    var pace = tables.paces[active.run.key] ?? Pace(launched: began, after: nil)
    pace.end(at: moment.monotonic, hasProgressed: active.next?.hasProgressed == true)
    tables.setPace(active.run.key, pace)
  }

  /// Tries the task again, moves it on to its next period, or ends it. Returns when it is due, and the task
  /// as it was unless another attempt follows.
  private mutating func followUp(
    _ run: Run, of active: ActiveRun, at moment: Moment
  ) -> (next: WallTime?, done: ScheduledTask?) {
    guard var entry = tables.tasks[run.taskID], entry.task.runID == run.id else { return (nil, nil) }
    let task = entry.task
    let next = active.next
    entry.task.runID = nil
    if run.hasSucceeded { noteSuccess(of: run, to: &entry.task, at: moment) }
    if run.hasSavedItsWork, entry.task.request.target == .command { entry.task.resumes = true }
    if !run.hasSucceeded, asksForFile(of: entry.task.request) { entry.fileQuestion = .due }
    let isOver =
      run.outcome == .cancelled || run.outcome == .leaseLost || declaration(of: task)?.state == .withdrawn
    // A request that came during the run has dates of its own, and is tried again where it goes on with
    // the task.
    let successor = tables.waitingTask(run.key).flatMap { tables.tasks[$0] }
    let nextPeriod =
      isOver || successor != nil
      ? nil : entry.task.nextPeriod(after: moment.wall, lastRun: run.started, in: calendarPlace)
    let isLast = isOver || successor.map { !$0.task.goesOn(after: task, run) } ?? false
    let request = isLast ? task.request : successor?.task.request ?? task.request
    let rule = request.retryRule(after: run, hasReported: active.hasReported)
    let uncounted =
      entry.pauseAfterUncounted(run)
      ?? rule?.pause(afterProgress: next, uncounted: entry.task.excusedAttempts)
    if uncounted != nil { entry.task.excusedAttempts += 1 }
    let pause = uncounted ?? rule?.pause(afterAttempts: run.attempt - entry.task.excusedAttempts, next)
    // A date that comes before the retry takes its place: no date of a calendar is lost for a backoff.
    let isDue = pause.flatMap { pause in
      (successor?.task ?? nextPeriod)?.ownDate.map { $0 <= moment.wall + pause }
    }
    if !isLast, let pause, isDue != true {
      volatile.counters.retried += 1
      entry.tryAgain(after: pause, at: moment)
      putBack(successor.map { handOver(entry, to: $0, at: moment) } ?? entry, at: moment)
      return (entry.task.retryNotBefore, nil)
    }
    if rule != nil && !isLast && pause == nil {
      volatile.counters.gaveUp += 1
      report(.gaveUp(run, attempts: run.attempt))
    }
    if let next = nextPeriod {
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
    if successor == nil { keepLearned(of: entry.task) }
    settleDeclaration(of: entry.task, as: run.outcome == .cancelled ? .cancelled : .finished)
    return (nil, task)
  }

  /// Hands the next attempt of a task over to the request that goes on in its series of dates.
  private mutating func handOver(
    _ entry: TaskEntry, to waiting: TaskEntry, at moment: Moment
  ) -> TaskEntry {
    tables.setTask(entry.task.id, nil)
    store(.deleteTask(entry.task.id))
    var successor = waiting
    successor.takeRetry(of: entry, asksForFile: asksForFile(of: waiting.task.request))
    successor.task.takeAttempts(of: entry.task, at: moment.wall)
    return successor
  }

  /// Stores a waiting task that changed, and places it by what it lacks now.
  mutating func putBack(_ waiting: TaskEntry, at moment: Moment) {
    var entry = waiting
    entry.task = waiting.task.correction(at: moment.wall, in: calendarPlace) ?? waiting.task
    entry = placed(entry, at: moment)
    tables.setTask(entry.task.id, entry)
    store(.putTask(entry.task, payload: nil))
  }
}

extension Reason {
  /// Creates the reason why a run that was not told to stop failed; `nil` when it did not fail.
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
      self.init(code: .vanished, message: "its program is gone without a report")
    }
  }
}
