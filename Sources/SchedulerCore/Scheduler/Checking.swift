/// Asking what nobody reports: only when an answer lets something start or keeps something running, and
/// nothing else stands in the way.
extension Scheduler {
  /// Asks as much as may be asked now. Users take turns.
  mutating func askChecks(at moment: Moment) {
    guard asks else { return }
    let machine = volatile.machine
    for uid in machine.checks.inTurn(machine.expressions.askers) {
      while volatile.machine.checks.hasRoom, volatile.machine.checks.hasRoom(for: uid),
        let check = nextCheck(of: uid, at: moment)
      {
        let id = volatile.random.runID()
        volatile.machine.ask(check, as: id)
        directives.append(
          .check(CheckRequest(id: id, check: check, limit: volatile.configuration.checkTimeout)))
      }
    }
  }

  /// What is asked now is of use: something may start.
  private var asks: Bool {
    volatile.phase == .running && volatile.departure == nil && volatile.storeFailure == nil
  }

  /// There is room for a question of whoever the expression belongs to.
  func mayAsk(_ expression: ConditionExpression) -> Bool {
    let checks = volatile.machine.checks
    return asks && checks.hasRoom && expression.owner.map { checks.hasRoom(for: $0) } ?? false
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
    checks.first { !volatile.machine.checks.isOpen($0) }
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
    let inquirers = tables.indexes.inquiries[expression] ?? []
    if inquirers.contains(where: { tables.inquiries[$0]?.waitsForUnknown == waitsForUnknown }) { return true }
    for key in tables.indexes.groups.asking(for: expression).sorted()
    where key.demand.waitsForUnknown == waitsForUnknown {
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
      let releases = evaluate(entry, at: moment).releases.filter { $0 != .check }
      switch releases.first {
      case nil: return true
      case .gate(let until):
        if let until { volatile.gate = min(volatile.gate ?? until, until) }
        return false
      case .conditions, .check, .room: return false
      case .date, .pause, .application, .runEnd, .recovery: moveOn(id, at: moment)
      }
    }
    return false
  }
}
