extension Scheduler {
  /// Does all that is due now, then arms the timer for what is due next.
  mutating func advance(at moment: Moment) {
    giveUpDeparture(at: moment)
    endPauses(at: moment)
    workOff(at: moment)
    followExpressions(at: moment)
    apply(settled: settleMachine(at: moment), at: moment)
    attendRuns(at: moment, slice: sliceSize)
    tables.forgetPaces(at: moment.monotonic, &slice)
    endLostTasks(at: moment)
    passDeadlines(at: moment)
    releaseDue(at: moment)
    relax(at: moment)
    serveSessions(at: moment)
    followExpressions(at: moment)
    slice.refill()
    startReady(at: moment)
    followExpressions(at: moment)
    askChecks(at: moment)
    watchPaths(at: moment)
    // Tasks that have just become due may need the processes.
    attendProcesses(at: moment)
    attendAssertions(at: moment)
    letGoWhenReady(at: moment)
    reportHeld(at: moment)
    keepAwake()
    finishShutdown()
    followExpressions(at: moment)
    goOnIfNeeded()
    // The event `goOn` is on its way for what is due already.
    if !volatile.backlog.isGoingOn { arm(at: moment) }
  }

  /// Moves tasks whose date or pause is over on to what they lack next.
  private mutating func releaseDue(at moment: Moment) {
    // A key path is made anew each time, which most events need not pay for.
    if tables.indexes.dates.hasDue(by: moment.wall) {
      release(\.dates, dueBy: moment.wall) { $0.moveOn($1, at: moment) }
    }
    if tables.indexes.pauses.hasDue(by: moment.monotonic) {
      release(\.pauses, dueBy: moment.monotonic) { $0.moveOn($1, at: moment) }
    }
  }

  /// Drops requirements that tasks have asked for long enough, and patience for which no time is left.
  private mutating func relax(at moment: Moment) {
    if tables.indexes.relaxations.hasDue(by: moment.wall) {
      release(\.relaxations, dueBy: moment.wall) { $0.place($1, at: moment) }
    }
    if tables.indexes.nextPatiences.hasDue(by: moment.wall) {
      release(\.nextPatiences, dueBy: moment.wall) { $0.place($1, at: moment) }
    }
    while !slice.isSpent, let due = tables.indexes.patienceEnds.first, due.time <= moment.wall {
      place(due.subject, at: moment)
    }
  }

  /// Follows the expressions that tasks and inquiries wait for or that runs depend on, and no others.
  mutating func followExpressions(at moment: Moment) {
    let changed = tables.takeChangedExpressions()
    guard !changed.isEmpty else { return }
    let view = volatile.machine.view(at: moment, volatile.configuration)
    for (expression, uses) in changed { expressions.follow(expression, uses, view) }
  }

  /// Starts all tasks that may start. It looks only at the first tasks of lanes that have room, in groups
  /// that the machine's conditions let through.
  mutating func startReady(at moment: Moment) {
    // Changes are not taken before the start is over, because inquiries are not answered before.
    guard volatile.phase != .starting else { return }
    volatile.gate = nil
    let changed = expressions.takeChanged()
    tables.noteGroups(volatile.machine, changed, at: moment.monotonic)
    if tables.indexes.groups.hasUnseen { tables.askGroups(reading(at: moment), &slice) }
    answerInquiries(about: changed, at: moment)
    var round = Round()
    while let entry = nextCandidate(in: &round, at: moment) {
      launch(entry, enforcing: entry.enforced, at: moment)
    }
  }

  /// The state of starting tasks within one event.
  private struct Round {
    /// The last turn without any task left to start; all turns before it have passed as well.
    var passed: Turn?
    /// The sorts of which no user's task starts.
    var closed: Set<LaneKey.Sort> = []
    /// The ranks of which no task starts, of the user whose turn it is.
    var closedOfUser: Set<LaneKey.Rank> = []

    mutating func close(_ kind: Kind) { closed.formUnion(LaneKey.Sort.all.filter { $0.kind == kind }) }

    mutating func pass(_ turn: Turn) { (passed, closedOfUser) = (turn, []) }
  }

  /// Returns the task to start next: the most urgent one, with its score, of the user whose turn it is. The
  /// search ends because each of these happens once: a sort that is held back as a whole is closed for this
  /// event, a task that lacks something of its own moves there, and a group that the machine does not let
  /// through any more is closed.
  private mutating func nextCandidate(in round: inout Round, at moment: Moment) -> TaskEntry? {
    while !slice.isSpent, let ranks = nextTurn(in: &round, at: moment) {
      var best: (claim: Urgency, entry: TaskEntry)?
      var isSettled = true
      for rank in ranks {
        guard var claim = tables.indexes.groups.lanes.first(of: rank), let entry = tables.tasks[claim.id]
        else {
          continue
        }
        slice.spend(Slice.task)
        if volatile.storeFailure == nil, entry.task.lease?.isOver(at: moment) == true {
          // The slice did not reach it before.
          endLost(entry.task.id, at: moment)
          isSettled = false
          continue
        }
        guard entry.relaxedSteps == entry.relaxedSteps(at: moment.wall) else {
          // The clock was set back before its event: the task asks again for what it had given up.
          place(entry.task.id, at: moment)
          if let placed = tables.tasks[entry.task.id] { tables.ask(placed.groupKey, reading(at: moment)) }
          isSettled = false
          continue
        }
        volatile.counters.tasksVisited += 1
        let verdicts = evaluate(entry, at: moment)
        switch verdicts.firstRelease {
        case nil:
          for case .proceed(let score) in verdicts { claim.claim = claim.claim - score }
          if best.map({ claim < $0.claim }) ?? true { best = (claim, entry) }
        case .gate(let until):
          round.closed.insert(rank.sort)
          noteGate(until)
        case .room, .groupEnd, .resumption(_, isWide: true): round.closedOfUser.insert(rank)
        case .conditions, .check, .window:
          closeGroup(of: entry, at: moment)
          isSettled = false
        case .date, .pause, .application, .paths, .runEnd, .predecessors, .recovery,
          .resumption(_, isWide: false):
          moveOn(entry.task.id, at: moment)
          isSettled = false
        }
      }
      // A task behind one that moved may be more urgent than the best so far.
      if isSettled, let best { return best.entry }
    }
    return nil
  }

  /// Closes a group that the machine does not let through any more, which was not taken in yet.
  private mutating func closeGroup(of entry: TaskEntry, at moment: Moment) {
    if let expression = entry.demand.expression {
      expressions.refresh(expression, volatile.machine.view(at: moment, volatile.configuration))
    }
    tables.ask(entry.groupKey, reading(at: moment))
    precondition(
      !tables.indexes.groups.isOpen(entry.groupKey), "task \(entry.task.id.value) waits in an open group")
  }

  private var hasRoom: Bool { tables.indexes.load.total < volatile.configuration.maximumConcurrentRuns }

  /// Returns whether one more of the kind may start, apart from limits on its user and its identifier.
  func mayStart(_ kind: Kind, at moment: Moment) -> Bool {
    tables.indexes.load.hasRoom(for: kind, volatile.configuration) && (hasRoom || kind == .continued)
      && !tables.pauses.holdsAll(kind, at: moment.wall)
  }

  /// Returns whether one more of the user's may start, of a kind of which one more may.
  func mayStart(_ uid: UInt32, _ kind: Kind) -> Bool {
    tables.indexes.mayRun(uid, kind, hasRoom: hasRoom)
  }

  /// Returns the ranks of the user whose turn it is from which a task may start; `nil` without any. Users who
  /// have as much running as they may are passed; they are no more than there are runs.
  private func nextTurn(in round: inout Round, at moment: Moment) -> [LaneKey.Rank]? {
    for kind in Kind.allCases where !mayStart(kind, at: moment) { round.close(kind) }
    let groups = tables.indexes.groups
    while let turn = groups.turns.next(after: round.passed, besides: round.closed) {
      let ranks = LaneKey.Sort.all.filter { !round.closed.contains($0) && mayStart(turn.uid, $0.kind) }
        .map { LaneKey.Rank(uid: turn.uid, sort: $0) }
        .filter { groups.lanes.hasOpen($0) && !round.closedOfUser.contains($0) }
      if !ranks.isEmpty { return ranks }
      round.pass(turn)
    }
    return nil
  }

  /// Records and launches a run of the task.
  /// - Parameter enforcing: The demand whose loss stops the run (R32); `nil` when a person starts it.
  @discardableResult
  mutating func launch(_ waiting: TaskEntry, enforcing: Demand?, at moment: Moment) -> RunID {
    var entry = waiting
    let request = entry.task.request
    var run = Run(
      id: volatile.random.runID(), taskID: entry.task.id, uid: entry.task.uid, identifier: request.identifier,
      kind: request.kind, attempt: entry.task.attempt, started: moment.wall)
    run.wait = entry.wait(until: moment.wall)
    run.isByHand = enforcing == nil
    entry.task.runID = run.id
    entry.task.waitForEnds(after: volatile.ends)
    entry.place = .running
    entry.retryAt = nil
    entry.isRetryDated = false
    entry.damage = nil
    entry.fileQuestion = nil
    entry.reportedReason = nil
    let pathState = entry.pathState
    if let digest = pathState.digest { entry.task.paths?.before = digest }
    entry.pathState = PathState()
    let active = ActiveRun(
      run: run, phase: .launching, began: moment.monotonic, limit: runtimeLimit(of: request),
      enforced: enforcing ?? .nothing, freezeLimit: freezeLimit(of: request),
      isBeside: !hasRoom(for: request, of: run.uid),
      target: request.target, group: TaskGroup(of: entry.task), host: TransferHost(of: entry.task),
      application: entry.application, preventsSleep: request.preventsSleep,
      sleepsThrough: request.isSleptThrough, hasFreshPaths: pathState.isFresh(at: moment.monotonic),
      lease: entry.task.lease, lastProgress: moment.monotonic)
    tables.setTask(entry.task.id, entry)
    tables.setRun(run.id, active)
    volatile.launches += 1
    volatile.counters.launched += 1
    tables.setLastServed(volatile.launches, of: entry.task.uid)
    noteLaunch(entry, at: moment)
    if request.isDiscretionary, let ramp = volatile.machine.ramp, moment.monotonic < ramp.until {
      volatile.machine.ramp?.nextStart = moment.monotonic + Ramp.spacing(volatile.configuration)
    }
    store(.putTask(entry.task, payload: nil))
    store(.putRun(run))
    switch request.target {
    case .command: directives.append(.launch(launch(of: active, entry.task)))
    case .application: handOver(active, entry.task, at: moment)
    }
    report(.launching(run, missedPeriods: entry.task.missedPeriods(at: moment.wall, in: calendarPlace)))
    return run.id
  }

  /// Notes a launch: the next ones keep a distance from it (R37), and a task that repeats too fast is slowed.
  private mutating func noteLaunch(_ entry: TaskEntry, at moment: Moment) {
    let (key, kind) = (entry.task.key, entry.task.request.kind)
    guard kind.isDiscretionary else { return }
    let isSpaced = kind == .processing && entry.application != nil
    tables.setPace(
      key,
      Pace(launched: moment.monotonic, after: tables.paces[key], isSpaced: isSpaced))
    guard let application = entry.application else { return }
    var use = tables.uses[application] ?? ApplicationUse()
    if kind == .refresh { use.lastRefresh = moment.monotonic } else { use.lastProcessing = moment.monotonic }
    setUse(application, use, at: moment)
  }

  /// Returns whether a run of the request has room within all limits.
  func hasRoom(for request: TaskRequest, of uid: UInt32) -> Bool {
    let (load, configuration) = (tables.indexes.load, volatile.configuration)
    return load.hasRoom(for: uid, configuration) && load.hasRoom(for: request.kind, configuration)
  }

  /// Reports the reasons of waiting tasks that have changed: of tasks that have just become due, and after a
  /// change of the machine of those reported last. A reason that holds back everything is reported only once.
  private mutating func reportHeld(at moment: Moment) {
    guard volatile.phase == .running, volatile.departure == nil, volatile.storeFailure == nil else { return }
    for id in reconsidered.moved + (reconsidered.conditionsChanged ? volatile.followed : []) {
      guard var entry = tables.tasks[id], entry.place != .running else { continue }
      volatile.counters.tasksVisited += 1
      let reasons = vetoes(of: entry, at: moment)
      guard let first = reasons.first, first.code != entry.reportedReason else { continue }
      entry.reportedReason = first.code
      tables.setTask(id, entry)
      follow(id)
      report(.held(entry.task, waitingFor: reasons))
    }
  }

  /// Follows the task's reasons. The bound lets a change of conditions cost the same however many wait.
  mutating func follow(_ id: TaskID) {
    guard !volatile.followed.contains(id) else { return }
    volatile.followed.append(id)
    if volatile.followed.count > followedLimit { volatile.followed.removeFirst() }
  }

  func launch(of active: ActiveRun, _ task: ScheduledTask) -> Launch {
    Launch(
      run: active.run, task: task, limit: active.limit, grace: volatile.configuration.expirationGrace,
      declaredIn: declaration(of: task)?.file, isOnDemand: active.isOnDemand,
      isFreezable: active.freezeLimit != nil)
  }

  /// Returns the runtime limit of the request's run (R30, R31).
  func runtimeLimit(of request: TaskRequest) -> TimeSpan {
    volatile.configuration.runtimeLimit(of: request)
  }

  /// Moves a task on that cannot stay where it is. The loops that call this end because the task does move.
  mutating func moveOn(_ id: TaskID, at moment: Moment) {
    let before = tables.tasks[id]?.place
    place(id, at: moment)
    precondition(
      tables.tasks[id]?.place != before, "task \(id.value) cannot stay in \(String(describing: before))")
  }

  /// Puts a waiting task in the place of what it lacks first.
  /// - Parameter turn: The date of its turn, where only the caller knows that it has come.
  mutating func place(_ id: TaskID, turn: WallTime? = nil, at moment: Moment) {
    guard var entry = tables.tasks[id] else { return }
    if let turn { entry.task.turnCame = turn }
    volatile.counters.tasksVisited += 1
    slice.spend(Slice.task + (entry.task.request.wish.start?.leaves.count ?? 0))
    let before = entry.place
    entry = put(entry, at: moment)
    // The task may wait for another reason now, which is reported.
    if entry.place != before { reconsidered.moved.append(id) }
  }

  /// Puts a waiting task in the place of what it lacks now, and stores the date of its turn when it has come.
  @discardableResult
  mutating func put(_ waiting: TaskEntry, at moment: Moment) -> TaskEntry {
    let entry = placed(waiting, at: moment)
    let (id, turn) = (entry.task.id, entry.task.turnCame)
    let isNew = !entry.task.request.wish.relaxations.isEmpty && tables.tasks[id]?.task.turnCame != turn
    tables.setTask(id, entry)
    if isNew { store(.putTask(entry.task, payload: nil)) }
    return entry
  }

  /// Returns a waiting task without the requirements that it has relaxed by now, in the place of what it
  /// lacks first. The place follows from the requirements, so neither is set without the other. A new date of
  /// its turn has to be stored.
  /// - Parameter situation: The task's situation, where the caller has it.
  func placed(_ waiting: TaskEntry, at moment: Moment, in situation: Situation? = nil) -> TaskEntry {
    var entry = waiting
    let situation = situation ?? self.situation(of: entry, at: moment)
    entry.patience = patience(of: entry.task, at: moment.wall)
    entry.place = place(of: entry, in: situation)
    let turn = turn(of: waiting, in: situation)
    // Most tasks have none, and setting it would make their rare state anew.
    if turn != entry.task.turnCame { entry.task.turnCame = turn }
    entry.relaxedSteps = entry.relaxedSteps(at: moment.wall)
    if case .paths = entry.place {} else { entry.pathState.leave() }
    return entry
  }

  /// Returns the date of the task's turn; `nil` while that is still to come, and where nothing counts from
  /// it. The date stays while the disk takes nothing, and while paths are looked at anew.
  func turn(of waiting: TaskEntry, in situation: Situation) -> WallTime? {
    let task = waiting.task
    if task.request.wish.relaxations.isEmpty { return nil }
    guard volatile.storeFailure == nil else { return task.turnCame }
    func waits(by policy: some Policy) -> Bool { policy.release(of: waiting, in: situation) != nil }
    if waits(by: AfterPolicy()) || waits(by: SessionPolicy()) { return nil }
    return task.isBeforeTurn && !waits(by: PathPolicy()) ? situation.moment.wall : task.turnCame
  }

  func place(of entry: TaskEntry, in situation: Situation) -> Place {
    for policy in Policies.placing {
      guard let release = policy.release(of: entry, in: situation) else { continue }
      switch release {
      case .date(let date): return .date(date)
      case .pause(let point): return .pause(point)
      case .application(let until): return .application(until: until)
      case .paths(let wait): return .paths(wait)
      case .runEnd: return .behindRun
      case .predecessors: return .behindTasks
      case .recovery: return .held
      case .resumption(_, isWide: false): return .paused
      case .conditions, .check, .window, .room, .groupEnd, .gate, .resumption(_, isWide: true): continue
      }
    }
    return .group
  }

  /// Returns the verdicts of all policies on the task. Both the decision and `Explain` use them.
  func evaluate(_ entry: TaskEntry, at moment: Moment) -> [Verdict] {
    Policies.verdicts(of: entry, in: situation(of: entry, at: moment))
  }

  func vetoes(of entry: TaskEntry, at moment: Moment) -> [Reason] {
    vetoes(of: entry, in: situation(of: entry, at: moment))
  }

  /// Returns the reasons why the task may not start, in this situation of it.
  func vetoes(of entry: TaskEntry, in situation: Situation) -> [Reason] {
    Policies.verdicts(of: entry, in: situation).compactMap { verdict in
      guard case .veto(let reason, _) = verdict else { return nil }
      return reason
    }
  }

  /// Returns the oldest run of the task's exclusive group that is another task's.
  private func runOfGroup(of task: ScheduledTask) -> Run? {
    guard let group = TaskGroup(of: task), let runs = tables.indexes.runsByGroup[group] else { return nil }
    return runs.compactMap { tables.runs[$0]?.run }.filter { $0.key != task.key }
      .min { $0.taskID < $1.taskID }
  }

  /// Returns those of the tasks that neither wait nor run.
  private func absent(_ predecessors: [Predecessor], of uid: UInt32) -> [String] {
    predecessors.map(\.identifier).filter { identifier in
      let key = TaskKey(uid: uid, identifier: identifier)
      return tables.waitingTask(key) == nil && tables.indexes.runByKey[key] == nil
    }
  }

  /// Returns the facts besides the task. They follow from its key, its application and its order, and not
  /// from its requirements or its place.
  func situation(
    of entry: TaskEntry, at moment: Moment, _ reading: MachineReading? = nil
  ) -> Situation {
    let run = tables.indexes.runByKey[entry.task.key].flatMap { tables.runs[$0] }
    let application = entry.application
    let isCommand = entry.task.request.target == .command
    let awaited = entry.task.awaited(given: tables.ends)
    return Situation(
      moment: moment,
      reading: reading ?? self.reading(at: moment),
      load: tables.indexes.load, phase: volatile.phase, departure: volatile.departure,
      storeFailure: volatile.storeFailure,
      pause: tables.pauses.holding(entry.task.key, entry.task.request.kind, at: moment.wall),
      awaited: awaited, absentPredecessors: absent(awaited, of: entry.task.uid),
      openTransfers: tables.indexes.transfersBySession[entry.task.key, default: 0],
      runOfGroup: runOfGroup(of: entry.task).map(Situation.OtherRun.init),
      runOfSameKey: run.map { Situation.OtherRun($0.run) },
      isHandled: isCommand || application.map { isHandled(entry.task.key.identifier, by: $0) } ?? false,
      startObstacle: application.flatMap { obstacle(toStarting: $0) },
      isInForeground: application.map { tables.indexes.foreground[$0] != nil } ?? false,
      applicationUse: application.flatMap { tables.uses[$0] }, pace: tables.paces[entry.task.key],
      deadlinesBehind: tables.indexes.deadlines.behind[entry.task.uid])
  }

  /// Returns when time alone lets an expression start a task that has room, or stops a run that depends on
  /// it. No other change of expressions needs a wake-up.
  private func nextOfExpressions(at moment: Moment) -> (point: MonotonicTime?, date: WallTime?) {
    var next: (point: MonotonicTime?, date: WallTime?) = (nil, nil)
    guard !expressions.isEmpty else { return next }
    func take(_ instant: ExpressionStates.Instant?) {
      switch instant {
      case .point(let point): next.point = min(next.point ?? point, point)
      case .date(let date): next.date = min(next.date ?? date, date)
      case nil: break
      }
    }
    let waits = tables.indexes.groups.waits
    for need in waits.needs where isAwaited(need, at: moment) {
      take(waits.nextPoint(of: need) { isAwaited(need, of: $0) }.map { .point($0) })
      take(waits.nextDate(of: need) { isAwaited(need, of: $0) }.map { .date($0) })
    }
    for (expression, connections) in tables.indexes.inquiries {
      guard mayWaitFor(expression), let standing = expressions.kept(expression) else { continue }
      for connection in connections { take(tables.inquiries[connection].flatMap { standing.next($0.use) }) }
    }
    for queue in [
      expressions.losses.first { isTrusted(expressions.expression($0)) },
      expressions.checks.first {
        let expression = expressions.expression($0)
        return expression.map { mayAsk($0) } == true && isTrusted(expression)
      },
    ] {
      take(queue.point.map { .point($0) })
      take(queue.date.map { .date($0) })
    }
    return next
  }

  /// Returns whether a run goes on by the expression, or is frozen for want of nothing else. A frozen run is
  /// not lost a second time, and goes on only when nothing else is lacking.
  private func isTrusted(_ expression: ConditionExpression?) -> Bool {
    guard let expression, let standing = expressions.kept(expression) else { return false }
    let runs = tables.indexes.trusting[expression] ?? []
    return runs.lazy.compactMap { tables.runs[$0] }.contains { active in
      let isFrozen = active.lack != nil
      return !active.isStopping && !active.isOver && !active.isAway && standing.isLost == isFrozen
        && (!isFrozen || active.enforced.requirements.isSubset(of: volatile.machine.settled))
    }
  }

  /// Returns whether the expression needs a timer: a check without room awaits another's end, an event.
  private func mayWaitFor(_ expression: ConditionExpression) -> Bool {
    !expression.hasChecks || mayAsk(expression)
  }

  /// Returns whether groups with this need lack nothing of the machine but their expressions, and one of them
  /// has room.
  func isAwaited(_ need: ExpressionWaits.Need, at moment: Moment) -> Bool {
    volatile.machine.isUsable(need.requirements) && volatile.machine.isKnown(need.mustBeKnown)
      && (!need.hasChecks || mayAsk) && mayStart(need.sort.kind, at: moment)
  }

  /// Returns whether the user's groups with this need are awaited, if such groups are.
  func isAwaited(_ need: ExpressionWaits.Need, of uid: UInt32) -> Bool {
    mayStart(uid, need.sort.kind) && (!need.hasChecks || mayAsk(as: uid))
  }

  /// Notes when a gate opens. A gate without a time is opened by an event, which evaluates all gates again.
  mutating func noteGate(_ until: MonotonicTime?) {
    if let until { volatile.gate = min(volatile.gate ?? until, until) }
  }

  /// Asks for the next wake-up, if it differs from the armed one.
  private mutating func arm(at moment: Moment) {
    // While the disk takes nothing, deadlines wait.
    let takesDeadlines = volatile.storeFailure == nil
    let deadline = takesDeadlines ? tables.indexes.deadlines.first?.due.time : nil
    let expressions = nextOfExpressions(at: moment)
    let window = nextWindow(at: moment)
    let lease = [
      tables.indexes.runLeases.first?.key.time, takesDeadlines ? tables.indexes.leases.first?.time : nil,
    ].compactMap { $0 }.min()
    let point = [
      lease.map { moment.monotonic + ($0 - moment.boot) },
      tables.indexes.pauses.first?.time, expressions.point, tables.indexes.runTimers.first?.key.time,
      tables.indexes.processTimers.first?.key.time,
      tables.indexes.assertionTimers.first?.key.time, volatile.machine.nextSettling,
      volatile.gate, volatile.departure?.nextTimer, takesDeadlines ? tables.indexes.deadlines.nextTurn : nil,
      window.point,
    ].compactMap { $0 }.min()
    var wakeUp = WakeUp(
      wall: [
        tables.indexes.latestDates.first?.time, deadline, expressions.date,
        tables.indexes.relaxations.first?.time, takesDeadlines ? tables.pauses.nextEnd : nil,
        window.date,
      ].compactMap { $0 }.min(), monotonic: point)
    if let look = nextLook, point.map({ look < $0 }) ?? true {
      wakeUp.monotonic = look
      wakeUp.leeway = point.map { min($0 - look, lookLeeway) } ?? lookLeeway
    }
    guard wakeUp != volatile.armed else { return }
    volatile.armed = wakeUp
    directives.append(.arm(wakeUp))
  }
}
