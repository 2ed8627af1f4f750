/// Reads of the state. A read changes nothing, so it is no event.
extension Scheduler {
  /// Returns the user's task of this identifier: the one that waits, else the one that runs.
  package func task(_ identifier: String, of uid: UInt32) -> TaskSnapshot? {
    let key = TaskKey(uid: uid, identifier: identifier)
    if let id = tables.waitingTask(key) { return snapshot(id) }
    return tables.indexes.runByKey[key].flatMap { tables.runs[$0] }.flatMap { snapshot($0.run.taskID) }
  }

  /// Returns the waiting and running tasks of the user, or of all users when `nil`, ordered by identifier.
  package func tasks(of uid: UInt32?, prefix: String) -> [TaskSnapshot] {
    let ids = uid.map { tables.indexes.tasksByUser[$0]?.elements ?? [] } ?? tables.tasks.ids
    let found = ids.compactMap { id -> TaskSnapshot? in
      guard let entry = tables.tasks[id], entry.task.request.identifier.hasPrefix(prefix) else { return nil }
      return snapshot(id)
    }
    return found.sorted { ($0.task.key, $0.task.id) < ($1.task.key, $1.task.id) }
  }

  /// Returns whether the task waits or runs.
  package func hasTask(_ id: TaskID) -> Bool { tables.tasks[id] != nil }

  /// Returns why the task does not run now (`Explain`): the evaluation that decides, with every veto.
  package func explain(_ identifier: String, of uid: UInt32, at moment: Moment) -> Explanation? {
    let key = TaskKey(uid: uid, identifier: identifier)
    guard let id = tables.waitingTask(key), let entry = tables.tasks[id] else {
      return tables.indexes.runByKey[key].map { run in
        let active = tables.runs[run]
        let lack = active?.lack
        return Explanation(
          canProceed: lack == nil, reasons: lack.map { [$0] } ?? [], forecast: nil,
          expression: active.map { lines(enforcedOn: $0, at: moment) } ?? [],
          trustedFor: active?.lease?.rest(at: moment))
      }
    }
    return explain(entry, at: moment)
  }

  /// Returns for lists why a waiting task does not run now, and the earliest date at which that may change;
  /// of a run, the date until which it is frozen.
  package func outlook(of id: TaskID, at moment: Moment) -> Outlook {
    guard let entry = tables.tasks[id] else { return Outlook() }
    guard entry.place == .running else { return outlook(of: asOf(moment, entry), at: moment) }
    var outlook = Outlook()
    outlook.trustedFor = entry.task.lease?.rest(at: moment)
    outlook.frozenUntil = entry.task.runID.flatMap { tables.runs[$0] }?.frozenUntil
      .map { moment.wall + ($0 - moment.monotonic) }
    return outlook
  }

  private func outlook(of entry: TaskEntry, at moment: Moment) -> Outlook {
    var outlook = Outlook()
    outlook.trustedFor = entry.task.lease?.rest(at: moment)
    var latest = moment.wall
    for case .veto(let reason, let release) in evaluate(entry, at: moment) {
      outlook.reasons.append(reason)
      switch release {
      case .date(let date), .resumption(let date?, _): latest = max(latest, date)
      case .pause(let point), .gate(let point?), .application(let point?), .paths(.pause(let point)),
        .window(let point):
        latest = max(latest, moment.wall + (point - moment.monotonic))
      case .runEnd, .predecessors, .groupEnd, .recovery, .resumption(nil, _), .conditions, .check, .room,
        .gate(nil), .application(nil), .paths:
        break
      }
    }
    let demand = entry.demand
    if let expression = demand.expression, outlook.reasons.contains(where: { $0.code == .when }),
      let date = reading(of: expression, for: demand.use, at: moment).earliest
    {
      latest = max(latest, date)
    }
    if latest > moment.wall { outlook.forecast = latest }
    return outlook
  }

  /// Returns what the run needs to go on: a line for each requirement, then those of the expression. An
  /// unknown condition stops no run, so it has a line only where the request itself asks for it.
  private func lines(enforcedOn run: ActiveRun, at moment: Moment) -> [ExpressionLine] {
    let reading = reading(at: moment)
    let asked = tables.tasks[run.run.taskID]?.task.requirements ?? []
    let shown = run.enforced.requirements.intersection(asked.union(reading.machine.known))
    let required = Policies.requirements.filter { shown.contains($0.requirement) }
    return required.map { $0.line(reading.machine, volatile.configuration) }
      + lines(of: run.enforced, for: .running, at: moment)
  }

  private func lines(of demand: Demand, for use: ExpressionUse, at moment: Moment) -> [ExpressionLine] {
    demand.expression.map { reading(of: $0, for: use, at: moment).lines } ?? []
  }

  /// Returns the state of the machine as the scheduler knows it.
  func reading(at moment: Moment) -> MachineReading {
    MachineReading(volatile.machine, expressions, at: moment, volatile.configuration)
  }

  func reading(
    of expression: ConditionExpression, for use: ExpressionUse, at moment: Moment
  ) -> ExpressionReading {
    ExpressionReading(expression, reading(at: moment), for: use)
  }

  private func explain(_ waiting: TaskEntry, at moment: Moment) -> Explanation {
    let entry = asOf(moment, waiting)
    let outlook = outlook(of: entry, at: moment)
    let demand = entry.demand
    let steps = zip(entry.relaxationDates, entry.task.request.wish.relaxations)
    return Explanation(
      canProceed: outlook.reasons.isEmpty, reasons: outlook.reasons,
      forecast: outlook.forecast ?? moment.wall,
      expression: lines(of: demand, for: demand.use, at: moment),
      relaxations: steps.dropFirst(entry.relaxedSteps).map { RelaxationDate(from: $0.0, names: $0.1.names) },
      unobserved: unobserved(entry.task), trustedFor: outlook.trustedFor)
  }

  /// Returns why the run should save its work and come back later (`ShouldDefer`): it was told to stop, or it
  /// has lost a requirement and only the debounce keeps it from being told. `nil` when it may go on.
  package func shouldDefer(
    _ id: RunID, caller: Caller, at moment: Moment
  ) throws(SchedulerError) -> Reason? {
    let active = try run(id, of: caller)
    // Set for a run that is stopping, and for one whose program has not come back since it was cancelled.
    if let reason = active.run.stopReason { return reason }
    return lack(of: active.enforced, isSettled: false, at: moment)
  }

  /// Returns a run that has not ended, if the caller may see it.
  package func activeRun(_ id: RunID, caller: Caller) -> Run? {
    visibleRun(id, to: caller)?.run
  }

  /// Returns the run, or `nil` for another user's run unless the caller is privileged.
  func visibleRun(_ id: RunID, to caller: Caller) -> ActiveRun? {
    tables.runs[id].flatMap { $0.run.uid == caller.uid || caller.isPrivileged ? $0 : nil }
  }

  /// Every run that has not ended.
  package var activeRuns: [Run] { tables.runs.values.map(\.run).sorted { $0.taskID < $1.taskID } }

  /// The runs of commands that have not ended, without those of applications.
  package var runsWithPrograms: [Run] {
    tables.runs.values.filter { $0.target == .command }.map(\.run)
      .sorted { $0.taskID < $1.taskID }
  }

  /// Returns one line for each task of the user, or of all users when `nil`, whose stored request is damaged.
  package func damaged(of uid: UInt32?, atMost count: Int) -> [String] {
    tables.indexes.held.inOrder.lazy.compactMap { tables.tasks[$0] }
      .filter { uid == nil || $0.task.uid == uid }.prefix(count)
      .map { entry in
        let place = entry.damage?.observed ?? "its request"
        return "\(entry.task.request.identifier) of user \(entry.task.uid): \(place)"
      }
  }

  /// Returns one line for each user, or the one user, whose tasks are held back since the start for want of
  /// memory, with the reason.
  package func heldBack(of uid: UInt32?) -> [String] {
    volatile.heldBack.filter { uid == nil || $0.key == uid }.sorted { $0.key < $1.key }
      .map { Self.heldBackText($0.key, $0.value) }
  }

  /// Returns the date by which history is old: the wall clock, once it can be trusted, and before that a date
  /// by which nothing is.
  package func historyDate(at moment: Moment) -> WallTime {
    volatile.clock.date(at: moment) ?? WallTime(uSec: .min)
  }

  /// The conditions of the machine as the scheduler believes them.
  package var conditions: ConditionsSnapshot { volatile.machine.snapshot }

  /// Counts of what has happened so far.
  package var counters: Counters { volatile.counters }

  /// The configuration in force.
  package var configuration: SchedulerConfiguration { volatile.configuration }

  /// The number of waiting tasks.
  package var pendingCount: Int { tables.waitingCount }

  /// The number of runs that have not ended.
  package var runningCount: Int { tables.indexes.load.all }

  /// The reason that the disk takes nothing; `nil` while it takes changes.
  package var storeFailure: String? { volatile.storeFailure }

  /// Returns the task as callers see it; `nil` when it is gone.
  package func snapshot(_ id: TaskID) -> TaskSnapshot? {
    guard let entry = tables.tasks[id] else { return nil }
    guard let run = entry.task.runID, let active = tables.runs[run] else {
      return TaskSnapshot(
        task: entry.task, state: .waiting, declaredIn: declaration(of: entry.task)?.file,
        application: entry.application?.name, unobserved: unobserved(entry.task),
        runtimeLimit: runtimeLimit(of: entry.task.request))
    }
    return TaskSnapshot(
      task: entry.task, state: active.state, run: active.run, declaredIn: declaration(of: entry.task)?.file,
      application: entry.application?.name, lack: active.lack, unobserved: unobserved(entry.task),
      runtimeLimit: runtimeLimit(of: entry.task.request))
  }

  /// Returns the conditions that the request asks for and no source reports, and how they count.
  func unobserved(_ task: ScheduledTask) -> Unobserved? {
    let request = task.request
    let asked = request.requiresIdle == true ? request.requirements.union(.idle) : request.requirements
    guard !asked.isEmpty || request.wish.start != nil else { return nil }
    return unobserved(asked, request.wish.start, waitsForUnknown: task.waitsForUnknown)
  }

  /// Returns the same for any requirements and expression.
  func unobserved(
    _ asked: Requirements, _ expression: ConditionExpression?, waitsForUnknown: Bool
  ) -> Unobserved? {
    let machine = volatile.machine
    let flags = Policies.requirements.filter {
      asked.contains($0.requirement) && machine.isUnknown($0.requirement)
    }
    let leaves = expression?.leaves.filter { machine.isUnknown($0.atom) } ?? []
    var seen: Set<String> = []
    let names = (flags.map(\.word) + leaves.map(\.atom.reportedName)).filter { seen.insert($0).inserted }
    return names.isEmpty ? nil : Unobserved(names, waitsForUnknown ? .wait : .proceed)
  }
}
