extension Scheduler {
  mutating func observe(_ changes: [ConditionChange], at moment: Moment) {
    volatile.machine.observe(changes)
    updateMachine(at: moment)
  }

  mutating func configure(_ configuration: SchedulerConfiguration, at moment: Moment) {
    volatile.configuration = configuration
    tables.configure(configuration)
    if !configuration.allowsSimulation { volatile.machine.simulate([], clear: true) }
    updateMachine(at: moment)
  }

  /// Looks at the machine again, after something about it or about the rules changed.
  mutating func updateMachine(at moment: Moment) {
    let before = volatile.machine.snapshot
    let settled = volatile.machine.update(at: moment, volatile.configuration)
    if volatile.phase == .starting { volatile.machine.settleAll() }
    apply(settled: settled, at: moment)
    let now = volatile.machine.snapshot
    // A change of what has settled is reported where it is applied.
    if now != before && settled.isEmpty { report(.conditions(now)) }
  }

  /// Requirements came or went for good: stops the runs that lost one (R32), and starts gradually when power or the
  /// network came back.
  mutating func apply(settled changed: Requirements, at moment: Moment) {
    guard !changed.isEmpty, volatile.phase != .starting else { return }
    let machine = volatile.machine
    let lost = changed.subtracting(machine.settled)
    let concerned = tables.runs.values.filter { !$0.enforced.isDisjoint(with: lost) && !$0.isStopping }
    for active in concerned.sorted(by: { $0.run.taskID < $1.run.taskID }) {
      let policy = Policies.requirements.first { active.enforced.intersection(lost).contains($0.requirement) }
      guard let policy else { continue }
      expire(active.run.id, policy.reason(machine, volatile.configuration), at: moment)
    }
    if !changed.intersection(machine.settled).isDisjoint(with: [.externalPower, .network]) {
      volatile.machine.ramp = Ramp(at: moment.monotonic, volatile.configuration) ?? machine.ramp
    }
    report(.conditions(volatile.machine.snapshot))
  }

  /// After a boot or a resume: nothing starts for the settling time, then a little at a time.
  mutating func settleDown(at moment: Moment) {
    let until = moment.monotonic + volatile.configuration.settling
    volatile.machine.quiet = (since: moment.wall, until: until)
    volatile.machine.ramp = Ramp(at: until, volatile.configuration)
  }

  mutating func storeFailed(_ cause: String) {
    guard volatile.storeFailure != cause else { return }
    volatile.storeFailure = cause
    report(.storeFailed(cause: cause))
  }

  mutating func storeRecovered() {
    guard volatile.storeFailure != nil else { return }
    volatile.storeFailure = nil
    report(.storeRecovered)
  }

  mutating func shutDown(at moment: Moment) {
    guard volatile.phase == .running else { return }
    volatile.phase = .shuttingDown(announced: false)
    for active in tables.runs.values.sorted(by: { $0.run.taskID < $1.run.taskID }) {
      expire(active.run.id, Reason(code: .shutdown, message: "the scheduler is shutting down"), at: moment)
    }
  }

  mutating func finishShutdown() {
    guard volatile.phase == .shuttingDown(announced: false), tables.runs.isEmpty else { return }
    volatile.phase = .shuttingDown(announced: true)
    directives.append(.readyToExit)
  }
}
