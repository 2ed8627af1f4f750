/// Asking what nobody reports: only when an answer lets something start or keeps something running, and
/// nothing else stands in the way.
extension Scheduler {
  /// Asks as much as may be asked now. Users take turns.
  mutating func askChecks(at moment: Moment) {
    guard asks else { return }
    for uid in volatile.machine.checks.questions.inTurn(volatile.machine.expressions.askers) {
      while volatile.machine.checks.questions.hasRoom, volatile.machine.checks.questions.hasRoom(for: uid),
        let check = nextCheck(of: uid, at: moment)
      {
        ask(check, as: uid, at: moment)
      }
    }
  }

  private mutating func ask(_ check: ConditionCheck, as uid: UInt32, at moment: Moment) {
    let id = volatile.random.runID()
    volatile.machine.ask(check, as: id)
    if let user = volatile.configuration.onlyCommandUser, user != uid {
      let words = "this daemon runs as user \(user) and cannot ask as user \(uid)"
      return take(CheckFinding(unasked: words), of: id, at: moment)
    }
    directives.append(.check(CheckRequest(id: id, check: check, limit: volatile.configuration.checkTimeout)))
  }

  /// An answer. What people are told may be something else now.
  mutating func take(_ finding: CheckFinding, of id: RunID, at moment: Moment) {
    apply(settled: volatile.machine.take(finding, of: id, at: moment, volatile.configuration), at: moment)
    reconsidered.conditionsChanged = true
  }

  /// What is asked now is of use: something may start.
  var asks: Bool {
    volatile.phase == .running && volatile.departure == nil && volatile.storeFailure == nil
  }

  /// There is room for a question of whoever the expression belongs to.
  func mayAsk(_ expression: ConditionExpression) -> Bool {
    let questions = volatile.machine.checks.questions
    return asks && questions.hasRoom && expression.owner.map { questions.hasRoom(for: $0) } ?? false
  }

  /// The first question of the user's that somebody waits for; nil when there is none.
  private mutating func nextCheck(of uid: UInt32, at moment: Moment) -> ConditionCheck? {
    for expression in volatile.machine.expressions.asking(of: uid) {
      let expressions = volatile.machine.expressions
      if let check = open(in: expressions.checks(whileRunning: expression)), isTrusted(expression) {
        return check
      }
      for waits in [false, true] {
        guard let checks = expressions.checks(expression, waitsForUnknown: waits),
          let check = open(in: checks), isWanted(expression, waitsForUnknown: waits, at: moment)
        else { continue }
        return check
      }
    }
    return nil
  }

  /// The first of the questions that is not being asked already.
  private func open(in checks: [ConditionCheck]) -> ConditionCheck? {
    checks.first { !volatile.machine.checks.questions.isOpen($0) }
  }

  /// Something runs that trusts in the expression, or stands still for nothing else.
  private func isTrusted(_ expression: ConditionExpression) -> Bool {
    let machine = volatile.machine
    return tables.runs.values.contains { active in
      active.enforced.expression == expression && !active.isStopping && !active.isOver && !active.isAway
        && active.enforced.requirements.isSubset(of: machine.settled)
    }
  }

  /// Somebody waits for the expression, and for nothing else.
  private mutating func isWanted(
    _ expression: ConditionExpression, waitsForUnknown: Bool, at moment: Moment
  ) -> Bool {
    if isInquired(expression, waitsForUnknown: waitsForUnknown) { return true }
    for key in tables.indexes.groups.asking(for: expression).sorted()
    where key.demand.waitsForUnknown == waitsForUnknown && waitsForExpression(key, at: moment) {
      for uid in tables.indexes.groups.users(in: key).sorted()
      where isHeadWaitingForAnswer(of: uid, in: key, at: moment) {
        return true
      }
    }
    return false
  }

  /// The user's most urgent task of the group that waits for nothing of its own would start if the answer
  /// let it. What waits for something of its own moves there.
  private mutating func isHeadWaitingForAnswer(
    of uid: UInt32, in key: GroupKey, at moment: Moment
  ) -> Bool {
    while let id = tables.indexes.groups.first(of: uid, in: key)?.id, let entry = tables.tasks[id] {
      volatile.counters.tasksVisited += 1
      switch evaluate(entry, at: moment).releases.first(where: { $0 != .check }) {
      case nil: return true
      case .gate(let until):
        noteGate(until)
        return false
      case .conditions, .check, .room, .resumption(_, isWide: true): return false
      case .date, .pause, .application, .paths, .runEnd, .predecessors, .groupEnd, .recovery,
        .resumption(_, isWide: false):
        moveOn(id, at: moment)
      }
    }
    return false
  }
}
