extension Scheduler {
  mutating func observe(_ changes: [ConditionChange], at moment: Moment) {
    volatile.machine.observe(changes)
    updateMachine(at: moment)
  }

  mutating func configure(_ configuration: SchedulerConfiguration, at moment: Moment) {
    if !volatile.configuration.judges(as: configuration) {
      volatile.backlog.sweep(for: .judgements)
      tables.forgetWindows()
    }
    volatile.configuration = configuration
    tables.configure(configuration)
    adoptFreezeLimits()
    if !configuration.allowsSimulation { volatile.machine.simulate([], clear: true) }
    if configuration.settling == .zero {
      volatile.machine.quiet = nil
      volatile.machine.ramp = nil
    }
    // Debounce times and the time that answers count may have changed.
    expressions.forgetAnswers()
    updateMachine(at: moment)
    volatile.backlog.sweep(for: .applications)
  }

  /// Evaluates the machine again, after a change of its conditions or of the configuration.
  mutating func updateMachine(at moment: Moment) {
    let before = volatile.machine.snapshot
    let conditions = volatile.machine.current
    let isStarting = volatile.phase == .starting
    let fields = volatile.machine.update(at: moment, volatile.configuration, isFirst: isStarting)
    expressions.changed(fields, from: conditions, to: volatile.machine.current)
    recordWindows()
    var settled = Machine.Settled()
    if isStarting {
      volatile.machine.settleAll(at: moment.monotonic)
      expressions.settleAll(volatile.machine.view(at: moment, volatile.configuration))
    } else {
      settled = settleMachine(at: moment)
      apply(settled: settled, at: moment)
    }
    let now = volatile.machine.snapshot
    // A change after the debounce is reported where it is applied.
    if now != before && settled.requirements.isEmpty { report(.conditions(now)) }
  }

  /// Lets conditions count that have lasted for their debounce, and evaluates expressions by them. Returns
  /// what begins to count.
  mutating func settleMachine(at moment: Moment) -> Machine.Settled {
    var settled = Machine.Settled()
    settled.requirements = volatile.machine.settle(at: moment.monotonic)
    settled.expressions = expressions.settle(
      volatile.machine.view(at: moment, volatile.configuration), &slice)
    if mustReconsiderRuns {
      mustReconsiderRuns = false
      settled.isEverything = true
    }
    return settled
  }

  /// Applies requirements that came or went after their debounce: stops the runs that lost one (R32), and
  /// starts tasks gradually when power or the network came back.
  mutating func apply(settled changed: Machine.Settled, at moment: Moment) {
    guard !changed.isEmpty else { return }
    let machine = volatile.machine
    let lost = expressions.takeLost()
    if changed.isEverything {
      volatile.backlog.losing.add(Array(tables.indexes.runsByNeed.keys))
    } else {
      if !changed.requirements.isEmpty {
        volatile.backlog.losing.add(
          tables.indexes.runsByNeed.keys.filter { !$0.isSubset(of: machine.settled) })
      }
      mayLose(lost.flatMap { tables.indexes.trusting[$0] ?? [] })
    }
    stopLosing(at: moment)
    thawWhatIsKept(at: moment)
    if !changed.requirements.intersection(machine.settled).isDisjoint(with: [.externalPower, .network]) {
      volatile.machine.ramp =
        Ramp(at: moment.monotonic, after: machine.ramp, volatile.configuration) ?? machine.ramp
    }
    if !changed.requirements.isEmpty { report(.conditions(volatile.machine.snapshot)) }
    reconsidered.conditionsChanged = true
  }

  /// Queues these runs as the next to check: they may have lost a requirement.
  mutating func mayLose(_ runs: [RunID]) {
    guard !runs.isEmpty else { return }
    let places = runs.compactMap { id in tables.runs[id].map { RunPlace($0.run) } }.sorted()
    volatile.backlog.losing.add(places)
  }

  /// Tells the runs that have lost a requirement to stop, as far as the slice allows.
  mutating func stopLosing(at moment: Moment) {
    guard !volatile.backlog.losing.isOver else { return }
    let reading = reading(at: moment)
    while !slice.isSpent, !volatile.backlog.losing.isOver {
      for place in someLosing() where !slice.isSpent {
        volatile.backlog.losing.pass(place)
        slice.spend(Slice.look)
        guard let active = tables.runs[place.run], !active.isStopping, !reading.keeps(active.enforced) else {
          continue
        }
        if stopForLoss(active, at: moment) {
          slice.spend(Slice.task + (active.enforced.expression?.leaves.count ?? 0))
        }
      }
    }
    if volatile.backlog.losing.isOver { volatile.backlog.losing = Backlog.Losing() }
  }

  /// Returns some of the runs that may have lost a requirement, the next ones first.
  private mutating func someLosing() -> ArraySlice<RunPlace> {
    while let need = volatile.backlog.losing.needs.last {
      let next = tables.indexes.runsByNeed[need]?.some(after: volatile.backlog.losing.place) ?? []
      if !next.isEmpty { return next }
      volatile.backlog.losing.passNeed()
    }
    return volatile.backlog.losing.left
  }

  /// Returns why a run that depends on this demand should not go on; `nil` when nothing is lost.
  /// - Parameter isSettled: Whether only a loss after the debounce counts, the kind that stops a run.
  func lack(of enforced: Demand, isSettled: Bool, at moment: Moment) -> Reason? {
    let (machine, configuration) = (volatile.machine, volatile.configuration)
    let lost = Policies.requirements.first { policy in
      enforced.requirements.contains(policy.requirement)
        && !(isSettled ? machine.settled.contains(policy.requirement) : machine.isUsable(policy.requirement))
    }
    if let lost { return lost.reason(machine, configuration) }
    guard let expression = enforced.expression else { return nil }
    let reading = reading(at: moment)
    let isHeld =
      isSettled
      ? !reading.isLost(expression) : reading.isUsable(expression, for: .proceeding)
    return isHeld
      ? nil : ExpressionPolicy.reason(expression, for: isSettled ? .running : .proceeding, reading)
  }

  /// Tells the run to stop, or freezes it, if what it depends on was lost. Returns false when the run goes on
  /// or is frozen already.
  @discardableResult
  mutating func stopForLoss(_ active: ActiveRun, at moment: Moment) -> Bool {
    if case .frozen = active.phase { return false }
    // A program can be frozen once it is there (``runStarted(_:at:)``).
    if active.phase == .launching, active.mayFreeze { return false }
    guard let reason = lack(of: active.enforced, isSettled: true, at: moment) else { return false }
    if !freeze(active, reason, at: moment) { expire(active.run.id, reason, at: moment) }
    return true
  }

  /// Begins the settling time after a boot or a resume: nothing starts, then tasks start gradually.
  mutating func settleDown(at moment: Moment) {
    let until = moment.monotonic + volatile.configuration.settling
    volatile.machine.quiet = (since: moment.wall, until: until)
    volatile.machine.ramp = Ramp(at: until, after: volatile.machine.ramp, volatile.configuration)
  }

  mutating func storeFailed(_ cause: String) {
    guard volatile.storeFailure != cause else { return }
    volatile.storeFailure = cause
    report(.storeFailed(cause: cause))
  }

  mutating func storeRecovered(at moment: Moment) {
    guard volatile.storeFailure != nil else { return }
    volatile.storeFailure = nil
    report(.storeRecovered)
    writeRepairs()
    recordWindows()
    catchUpOnRecords(at: moment)
    // Dates were not corrected meanwhile, because corrections have to be stored.
    clockChanged()
  }

  /// Ends the daemon without its runs: they go on, and the next daemon takes them over.
  mutating func handOver(at moment: Moment) {
    if case .shuttingDown = volatile.phase { return }
    volatile.phase = .shuttingDown(announced: true)
    refuseBatches(at: moment)
    // No process would thaw the run while the daemon is away.
    for active in tables.runs.values.sorted(by: { $0.run.taskID < $1.run.taskID }) {
      thawProgram(of: active)
    }
    directives.append(.readyToExit)
  }

  mutating func shutDown(at moment: Moment) {
    switch volatile.phase {
    case .starting:
      // Nothing was taken over yet, so nothing has to stop: the next start finds all as it was. This daemon
      // ends here.
      volatile.backlog.start = nil
      directives.append(.readyToExit)
      return
    case .running: volatile.phase = .shuttingDown(announced: false)
    case .shuttingDown: return
    }
    refuseBatches(at: moment)
    // Programs of applications outlive the daemon, and register with the next one.
    let own = tables.runs.values.filter { $0.target == .command }
    for active in own.sorted(by: { $0.run.taskID < $1.run.taskID }) {
      expire(active.run.id, Reason(code: .shutdown, message: "the scheduler is shutting down"), at: moment)
    }
  }

  mutating func finishShutdown() {
    guard volatile.phase == .shuttingDown(announced: false),
      !tables.runs.values.contains(where: { $0.target == .command && !$0.isOver })
    else { return }
    volatile.phase = .shuttingDown(announced: true)
    directives.append(.readyToExit)
  }
}
