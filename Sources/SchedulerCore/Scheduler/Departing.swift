/// Sleep and shutdown of the machine: runs make room before, and go on or are tried again after.
extension Scheduler {
  /// Takes in that the machine is about to go and waits. Runs that must stop are told to.
  mutating func depart(_ kind: Departure, limit: TimeSpan, at moment: Moment) {
    let departure = PendingDeparture(kind, limit: limit, at: moment.monotonic)
    volatile.departure = departure
    // At the start no run is followed yet, so none is waited for; a run is told when it is taken over.
    let isStarting = volatile.phase == .starting
    if isStarting { letGo() }
    let concerned = tables.runs.values.filter { !isStarting && !$0.isOver && mustStop($0, for: kind) }
    report(.departing(kind, limit: limit, stopping: concerned.count))
    for active in concerned.sorted(by: { $0.run.taskID < $1.run.taskID }) {
      expire(active.run.id, departure.reason, at: moment)
    }
    warnAssertions(of: departure)
  }

  /// Takes in that the machine is back, or has stayed after all.
  mutating func departureOver(_ kind: Departure, at moment: Moment) {
    if let departure = volatile.departure, departure.kind == kind { stay(after: departure, at: moment) }
    guard kind == .sleep else { return }
    clockChanged()
    settleDown(at: moment)
  }

  private mutating func stay(after departure: PendingDeparture, at moment: Moment) {
    letGo()
    volatile.departure = nil
    report(.departureOver(departure.kind))
    relieveAssertions(at: moment)
  }

  /// Ends an overdue departure: a machine that was to go long ago, and did not report, has stayed.
  mutating func giveUpDeparture(at moment: Moment) {
    guard let departure = volatile.departure, departure.overAt <= moment.monotonic else { return }
    stay(after: departure, at: moment)
  }

  /// Lets the machine go when every run that had to stop and every assertion has ended, or when the time to
  /// wait for them is over.
  mutating func letGoWhenReady(at moment: Moment) {
    guard let departure = volatile.departure, !departure.isReleased else { return }
    let hasTime = moment.monotonic < departure.releaseAt
    let isAwaited =
      tables.runs.values.contains { $0.isStopping } || tables.assertions.values.contains { $0.isAwaited }
    if !(hasTime && isAwaited) { letGo() }
  }

  private mutating func letGo() {
    guard volatile.departure?.isReleased == false else { return }
    volatile.departure?.isReleased = true
    directives.append(.releaseDelay)
  }

  /// Stops a run that turned up while the machine is about to go.
  mutating func stopForDeparture(_ id: RunID, at moment: Moment) {
    guard let departure = volatile.departure, let active = tables.runs[id],
      mustStop(active, for: departure.kind)
    else { return }
    expire(id, departure.reason, at: moment)
  }

  /// Returns whether the run must stop before the machine goes. A command that asks for nothing is frozen and
  /// thawed with the machine. A shutdown would end any program, and a handler asks to be told.
  private func mustStop(_ active: ActiveRun, for kind: Departure) -> Bool {
    switch kind {
    case .sleep: !active.sleepsThrough
    case .shutdown: true
    }
  }

  /// Returns the grace of a run that is told to stop for such a reason (R41).
  func grace(for code: ReasonCode) -> TimeSpan {
    let configuration = volatile.configuration
    let left = volatile.departure?.grace ?? .maximum
    switch code {
    case .shutdown: return configuration.shutdownGrace
    case .machineShutdown: return min(configuration.shutdownGrace, left)
    case .sleep: return min(configuration.expirationGrace, left)
    default: return configuration.expirationGrace
    }
  }

  /// Keeps the machine awake on external power while a run asks for it. An unknown source of power does not
  /// count: no battery is emptied for a background task.
  mutating func keepAwake() {
    let isWanted =
      volatile.configuration.allowsSleepPrevention && tables.indexes.preventingSleep > 0
      && volatile.machine.current.powerSource == .external
    guard isWanted != volatile.preventsSleep else { return }
    volatile.preventsSleep = isWanted
    directives.append(.preventSleep(isWanted))
  }
}

extension ReasonCode {
  /// Whether the machine or the daemon goes, which is not the program's fault.
  var isDeparture: Bool { self == .shutdown || isMachineDeparture }

  /// Whether the machine goes.
  var isMachineDeparture: Bool { self == .sleep || self == .machineShutdown }
}
