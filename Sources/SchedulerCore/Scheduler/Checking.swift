/// Checks: a condition that no source reports is asked only when an answer may let a task start or keep a run
/// going, and nothing else is lacking. Whether the files of tasks are there is asked in the same way.
extension Scheduler {
  /// Asks as many checks as may be open now, users in turns.
  mutating func askChecks(at moment: Moment) {
    guard mayAsk else { return }
    var round = Questions(others: otherAskers)
    while mayAsk, !slice.isSpent, let uid = nextAsker(in: &round, at: moment) {
      while mayAsk(as: uid), let (check, task) = nextCheck(of: uid, in: &round, at: moment) {
        ask(check, as: uid, for: task, at: moment)
      }
    }
  }

  /// The state of asking checks within one event.
  private struct Questions {
    /// The turns of users for whose runs, inquiries or files a check may have to be asked, the next one last.
    var others: [Turn]
    /// The last turn that has passed; all turns before it have passed as well.
    var passed: Turn?
    /// Needs that lack more than answers, for every user.
    var closed: Set<ExpressionWaits.Need> = []
  }

  /// The turns of users for whose runs, inquiries or files a check may have to be asked, the next one last.
  private var otherAskers: [Turn] {
    var askers: Set<UInt32> = []
    for expression in tables.indexes.inquiries.keys { expression.owner.map { _ = askers.insert($0) } }
    askers.formUnion(tables.indexes.trustingAnswers.keys)
    askers.formUnion(tables.indexes.dueFiles.keys)
    return askers.map(tables.indexes.groups.waits.asking.turn).sorted().reversed()
  }

  /// Returns the user as whom a check may have to be asked next.
  private func nextAsker(in round: inout Questions, at moment: Moment) -> UInt32? {
    let waits = tables.indexes.groups.waits
    round.closed.formUnion(waits.needs.filter { !isAwaited($0, at: moment) })
    let waiting = waits.asking.next(after: round.passed, besides: round.closed)
    guard let turn = [waiting, round.others.last].compactMap(\.self).min() else { return nil }
    if turn == round.others.last { round.others.removeLast() }
    round.passed = turn
    return turn.uid
  }

  /// - Parameter task: The task whose file the check asks for, if it does.
  private mutating func ask(
    _ check: ConditionCheck, as uid: UInt32, for task: TaskID?, at moment: Moment
  ) {
    let id = volatile.random.runID()
    volatile.machine.questions.ask(check, of: uid, as: id, for: task)
    if let task, var entry = tables.tasks[task] {
      entry.fileQuestion = .open(id)
      tables.setTask(task, entry)
    }
    tables.setLastAsked(volatile.machine.questions.count, of: uid)
    if let user = volatile.configuration.onlyCommandUser, user != uid {
      let words = "this daemon runs as user \(user) and cannot check as user \(uid)"
      return take(CheckFinding(unasked: words), of: id, at: moment)
    }
    directives.append(.check(CheckRequest(id: id, check: check, limit: volatile.configuration.checkTimeout)))
  }

  /// Takes in an answer, and drops it if no expression waits for it. Reported reasons may change with it.
  mutating func take(_ finding: CheckFinding, of id: RunID, at moment: Moment) {
    var settled = Machine.Settled()
    let task = volatile.machine.questions.open[id]?.task
    if let check = volatile.machine.questions.close(id) {
      settled.expressions = expressions.take(
        finding, of: check, until: moment.monotonic + volatile.configuration.checkInterval,
        volatile.machine.view(at: moment, volatile.configuration), &slice)
    }
    apply(settled: settled, at: moment)
    if let task { take(finding, of: id, onFileOf: task, at: moment) }
    reconsidered.conditionsChanged = true
  }

  /// Whether answers, and windows that are old enough, are of use now, because tasks may start.
  var asks: Bool {
    volatile.phase == .running && volatile.departure == nil && volatile.storeFailure == nil
  }

  /// Returns whether another check of the expression's user may be open.
  func mayAsk(_ expression: ConditionExpression) -> Bool { expression.owner.map { mayAsk(as: $0) } ?? false }

  /// Whether another check may be open.
  var mayAsk: Bool { asks && volatile.machine.questions.hasRoom }

  /// Returns whether another check of the user may be open.
  func mayAsk(as uid: UInt32) -> Bool { mayAsk && volatile.machine.questions.hasRoom(for: uid) }

  /// Returns the user's next check to ask, with the task whose file it asks for; `nil` when there is none.
  private mutating func nextCheck(
    of uid: UInt32, in round: inout Questions, at moment: Moment
  ) -> (ConditionCheck, TaskID?)? {
    if let check = checkOfRuns(of: uid, at: moment) ?? checkOfInquiries(of: uid, at: moment) {
      return (check, nil)
    }
    if !slice.isSpent, let id = tables.indexes.dueFiles[uid]?.first,
      let file = tables.tasks[id]?.task.request.checkpointFile
    {
      slice.spend(Slice.task)
      return (ConditionCheck(.exists(file)).owned(by: uid), id)
    }
    return checkOfTasks(of: uid, &round.closed, at: moment).map { ($0, nil) }
  }

  /// Returns a check that a run depends on, or a frozen run that lacks nothing else.
  private func checkOfRuns(of uid: UInt32, at moment: Moment) -> ConditionCheck? {
    let settled = volatile.machine.settled
    let runs = tables.indexes.trustingAnswers[uid] ?? []
    let trusting = runs.compactMap { tables.runs[$0] }.sorted { $0.run.taskID < $1.run.taskID }
    for active in trusting where !active.isStopping && !active.isOver && !active.isAway {
      guard let expression = active.enforced.expression,
        active.enforced.requirements.isSubset(of: settled),
        expressions.kept(expression)?.isAsking.contains(.running) == true
      else { continue }
      if let check = open(in: reading(at: moment).future(of: expression).checksWhileRunning()) {
        return check
      }
    }
    return nil
  }

  /// Returns a check that an inquiry waits for.
  private func checkOfInquiries(of uid: UInt32, at moment: Moment) -> ConditionCheck? {
    for awaited in tables.inquiries.sorted(by: { $0.key < $1.key }).map(\.value)
    where awaited.expression.owner == uid {
      guard expressions.kept(awaited.expression)?.isAsking.contains(awaited.use) == true else { continue }
      let future = reading(at: moment).future(of: awaited.expression)
      if let check = open(in: future.checks(for: awaited.use)) { return check }
    }
    return nil
  }

  /// Returns a check that tasks wait for and for nothing else, those of the most urgent task first.
  /// - Parameter closedForAll: Needs that lack more than answers, for every user.
  private mutating func checkOfTasks(
    of uid: UInt32, _ closedForAll: inout Set<ExpressionWaits.Need>, at moment: Moment
  ) -> ConditionCheck? {
    var closed: Set<ExpressionWaits.Need> = []
    while !slice.isSpent, let (need, head) = nextAsking(of: uid, besides: closed.union(closedForAll)),
      let entry = tables.tasks[head.urgency.id]
    {
      slice.spend(Slice.task)
      volatile.counters.tasksVisited += 1
      switch evaluate(entry, at: moment).releases.first(where: { $0 != .check }) {
      case nil:
        let demand = entry.demand
        let checks = demand.expression.map {
          reading(at: moment).future(of: $0).checks(for: demand.use)
        }
        if let check = open(in: checks ?? []) { return check }
        // The check is open already, or what was kept of the expression is not taken in yet.
        closed.insert(need)
      case .gate(let until):
        noteGate(until)
        closedForAll.insert(need)
      case .conditions, .check, .window, .room, .groupEnd, .resumption(_, isWide: true): closed.insert(need)
      case .date, .pause, .application, .paths, .runEnd, .predecessors, .recovery,
        .resumption(_, isWide: false):
        moveOn(entry.task.id, at: moment)
      }
    }
    return nil
  }

  /// Returns the user's most urgent task that may lack nothing but an answer.
  private func nextAsking(
    of uid: UInt32, besides closed: Set<ExpressionWaits.Need>
  ) -> (need: ExpressionWaits.Need, head: Lanes.Head)? {
    let waits = tables.indexes.groups.waits
    return waits.needs.lazy.filter { !closed.contains($0) && isAwaited($0, of: uid) }
      .compactMap { need in waits.firstAsking(of: uid, need).map { (need, $0) } }.min { $0.1 < $1.1 }
  }

  /// Returns the first of the checks that is not open already.
  private func open(in checks: [ConditionCheck]) -> ConditionCheck? {
    checks.first { !volatile.machine.questions.isOpen($0) }
  }
}
