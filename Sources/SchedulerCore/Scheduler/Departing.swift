/// Sleep and shutdown of the machine: running work makes room before, and goes on or is tried again after.
extension Scheduler {
  /// The machine waits for its programs before it goes. What has to stop is told so.
  mutating func depart(_ kind: Departure, limit: TimeSpan, at moment: Moment) {
    let departure = PendingDeparture(kind, limit: limit, at: moment.monotonic)
    volatile.departure = departure
    // Nothing is looked after yet, so there is nothing to wait for; what still runs is told when it is found.
    let isStarting = volatile.phase == .starting
    if isStarting { letGo() }
    let concerned = tables.runs.values.filter { !isStarting && !$0.isOver && mustStop($0, for: kind) }
    report(.departing(kind, limit: limit, stopping: concerned.count))
    for active in concerned.sorted(by: { $0.run.taskID < $1.run.taskID }) {
      expire(active.run.id, departure.reason, at: moment)
    }
    warnAssertions(of: departure)
  }

  /// The machine is back, or has stayed after all.
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

  /// A machine that should have gone long ago, and of which nothing was heard, has stayed.
  mutating func giveUpDeparture(at moment: Moment) {
    guard let departure = volatile.departure, departure.overAt <= moment.monotonic else { return }
    stay(after: departure, at: moment)
  }

  /// Lets the machine go when all that had to stop or has asked for time has ended, or when there is no more
  /// time to wait for it.
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

  /// A run that turned up while the machine is about to go.
  mutating func stopForDeparture(_ id: RunID, at moment: Moment) {
    guard let departure = volatile.departure, let active = tables.runs[id],
      mustStop(active, for: departure.kind)
    else { return }
    expire(id, departure.reason, at: moment)
  }

  /// A process that knows nothing of all this is frozen and thawed with the machine, as it always was. One
  /// that the machine's end would end, or that wants to know, is told.
  private func mustStop(_ active: ActiveRun, for kind: Departure) -> Bool {
    switch kind {
    case .sleep: !active.sleepsThrough
    case .shutdown: true
    }
  }

  /// What a run has to stop that is told to for such a reason (R41).
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

  /// Keeps the machine awake while there is a run that asks for it, on external power. An unknown source of
  /// power is none: nobody's battery is emptied for a background task.
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
  /// The machine or the daemon goes, which is not the program's fault.
  var isDeparture: Bool { self == .shutdown || isMachineDeparture }

  /// The machine goes.
  var isMachineDeparture: Bool { self == .sleep || self == .machineShutdown }
}
