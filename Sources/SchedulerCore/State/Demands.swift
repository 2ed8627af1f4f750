/// A demand on the machine: requirements, and an expression in the request's own words.
struct Demand: Hashable {
  var requirements: Requirements = []
  var expression: ConditionExpression?
  /// The requirements that must be known to hold.
  var mustBeKnown: Requirements = []
  /// Whether the expression does not hold while its conditions are unknown.
  var waitsForUnknown = false
  /// The terms by which the window of the requirements is judged.
  var patience = Patience.none

  static let nothing = Demand()

  /// Whether the demand includes a network.
  var needsNetwork: Bool { !requirements.isDisjoint(with: [.network, .unmeteredNetwork]) }

  /// The use of the expression for a task that waits for it.
  var use: ExpressionUse { .start(waitsForUnknown: waitsForUnknown) }
}

extension TaskEntry {
  /// The demand on the machine for the task to start.
  var demand: Demand {
    var demand = task.demand(afterSteps: relaxedSteps)
    demand.patience = patience
    return demand
  }

  /// The demand whose loss stops the task's run (R32).
  var enforced: Demand { task.enforced(afterSteps: relaxedSteps) }

  /// The dates of the relaxations, step by step; none before its turn.
  var relaxationDates: [WallTime] {
    let relaxations = task.request.wish.relaxations
    guard !relaxations.isEmpty, place == .running || !(task.isBeforeTurn || place.isBeforeTurn) else {
      return []
    }
    let began = max(task.waitBegan, task.turnCame ?? task.waitBegan)
    return relaxations.map { began + $0.after }
  }

  /// Returns the number of relaxations that have come by the date.
  func relaxedSteps(at date: WallTime) -> Int { relaxationDates.prefix { $0 <= date }.count }

  /// The key of the waiting group of the task.
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
  /// The requirements that the rules add for the task's kind.
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

  /// Returns the demand for a start: the request's own and the rules' for its kind. A task that is to run at
  /// its deadline demands nothing once that has passed.
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

  /// Returns the demand whose loss stops the task's run (R32): the request's `while`, else its requirements
  /// of power, network and idleness. Pressure that the run itself may cause only keeps it from starting: else
  /// work that uses the machine to the full would be stopped for that.
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

  /// Drops the parts of the demand that the request gives up in its first steps.
  private func relax(_ demand: inout Demand, afterSteps steps: Int) {
    guard steps > 0 else { return }
    let names = Set(request.wish.relaxations.prefix(steps).flatMap(\.names))
    demand.expression = demand.expression?.without { names.contains($0.atom.name) }
    for policy in Policies.requirements where names.contains(policy.word) {
      demand.requirements.remove(policy.requirement)
      demand.mustBeKnown.remove(policy.requirement)
    }
  }

  /// The date since which it has waited: its own one, or its acceptance where that is later. The claims among
  /// tasks count from it, and so do the times of relaxations unless its turn comes later.
  var waitBegan: WallTime {
    let accepted = waitsSince ?? submitted
    return max(accepted, request.earliestBegin ?? accepted)
  }

  /// Whether its relaxations wait for its turn behind other tasks or changes of paths, as far as the task
  /// itself knows.
  var isBeforeTurn: Bool {
    turnCame == nil && !request.wish.relaxations.isEmpty && request.hasTurn
  }
}

extension ConditionAtom {
  /// Whether a run needs the atom of `when` as well, unless the request says otherwise: power, network and
  /// idleness.
  fileprivate var isKeptByDefault: Bool {
    switch self {
    case .plain(let condition): condition.row.isKept
    case .named(let condition, _): condition.row.isKept
    case .battery: true
    case .noUser, .between, .on, .check: false
    }
  }
}
