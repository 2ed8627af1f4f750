/// What is asked of the machine: requirements, and an expression in the request's own words.
struct Demand: Hashable {
  var requirements: Requirements = []
  var expression: ConditionExpression?
  /// The requirements of which must be known that they hold.
  var mustBeKnown: Requirements = []
  /// The expression does not hold while nobody knows.
  var waitsForUnknown = false

  static let nothing = Demand()

  /// It needs a network.
  var needsNetwork: Bool { !requirements.isDisjoint(with: [.network, .unmeteredNetwork]) }

  /// What somebody wants to know of the expression who waits for it.
  var use: ExpressionUse { .start(waitsForUnknown: waitsForUnknown) }
}

extension TaskEntry {
  /// Everything that the task demands of the machine to start.
  var demand: Demand { task.demand(afterSteps: relaxedSteps) }

  /// What stops its run when it is lost (R32).
  var enforced: Demand { task.enforced(afterSteps: relaxedSteps) }

  /// Which group it waits in.
  var groupKey: GroupKey {
    let demand = demand
    let rank = LaneKey.Rank(
      uid: task.uid,
      sort: LaneKey.Sort(
        kind: task.request.kind, isDiscretionary: task.request.isDiscretionary,
        needsNetwork: demand.needsNetwork))
    return GroupKey(
      lane: LaneKey(rank: rank, host: task.request.transfer?.host, group: task.request.order.group),
      demand: demand)
  }
}

extension ScheduledTask {
  /// What the rules demand for its kind.
  private var demandsOfKind: Requirements {
    var demands = Requirements()
    if request.isDiscretionary {
      demands.formUnion([.batteryNotLow, .noLowPowerMode, .noThermalPressure, .noMemoryPressure])
    }
    // Work that keeps away from people keeps away from the work that they left running, too.
    if request.kind == .processing && requirements.contains(.idle) {
      demands.formUnion([.noCPUPressure, .noIOPressure])
    }
    return demands
  }

  /// Everything that the task demands of the machine: what it asks for, and what the rules demand for its
  /// kind. A task that is to run at its deadline demands nothing any more once that has passed.
  func demand(afterSteps steps: Int) -> Demand {
    if isOverdue && request.onDeadline == .run { return .nothing }
    var demand = Demand(requirements: requirements.union(demandsOfKind))
    demand.expression = request.wish.start
    if waitsForUnknown {
      demand.mustBeKnown = requirements
      demand.waitsForUnknown = demand.expression != nil
    }
    relax(&demand, afterSteps: steps)
    return demand
  }

  /// What stops its run when it is lost (R32): what the request says by `while`, else what it asks of power,
  /// network and idleness. Pressure that the run itself may cause only keeps it from starting: otherwise work
  /// that uses the machine to the full would be stopped for that.
  func enforced(afterSteps steps: Int) -> Demand {
    if isOverdue && request.onDeadline == .run { return .nothing }
    var demand = Demand()
    if let whileRunning = request.wish.whileRunning {
      demand = Demand(requirements: demandsOfKind, expression: whileRunning)
    } else {
      demand = Demand(
        requirements: requirements.union(demandsOfKind),
        expression: request.wish.when?.without { !$0.atom.isKeptByDefault }?.withoutHolds()
      )
    }
    demand.requirements.subtract([.noCPUPressure, .noIOPressure])
    relax(&demand, afterSteps: steps)
    return demand
  }

  /// Drops what it does not ask for any more.
  private func relax(_ demand: inout Demand, afterSteps steps: Int) {
    guard steps > 0 else { return }
    let names = Set(request.wish.relaxations.prefix(steps).flatMap(\.names))
    demand.expression = demand.expression?.without { names.contains($0.atom.name) }
    for policy in Policies.requirements where names.contains(policy.word) {
      demand.requirements.remove(policy.requirement)
      demand.mustBeKnown.remove(policy.requirement)
    }
  }

  /// When it began to wait, for what it stops asking for with time.
  private var waitsSince: WallTime { max(submitted, request.earliestBegin ?? submitted) }

  /// When it stops asking for something, step by step.
  var relaxationDates: [WallTime] { request.wish.relaxations.map { waitsSince + $0.after } }

  /// How many of the steps are behind it.
  func relaxedSteps(at date: WallTime) -> Int { relaxationDates.prefix { $0 <= date }.count }
}

extension ConditionAtom {
  /// What `when` asks of it goes on being asked of a run, unless the request says otherwise: power, network
  /// and idleness.
  fileprivate var isKeptByDefault: Bool {
    switch self {
    case .plain(let condition):
      switch condition {
      case .externalPower, .network, .unmetered, .vpn, .idle: true
      case .notCharging, .locked, .lidClosed, .lowPower, .hot, .cpuPressure, .memoryPressure, .ioPressure,
        .storageLow:
        false
      }
    case .battery, .networkNamed: true
    case .noUser, .between, .on, .check: false
    }
  }
}
