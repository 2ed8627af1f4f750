import BackgroundTasks
import SchedulerCore

/// A search for conditions of the machine in which expressions hold, with as few changes as possible.
struct ConditionSolver {
  typealias Conditions = SimulatedScheduler.Conditions

  /// A part that is to hold, or not to hold.
  private struct Goal {
    var node: ConditionExpression.Node
    var isWanted: Bool
  }

  private let conditions: Conditions
  /// The explained state of every condition that is asked for now, by its text.
  private let lines: [String: PartState]
  /// The number of parts that may still be looked at: an expression with more ways is not met.
  private var steps = 10_000

  /// - Parameters:
  ///   - conditions: The machine's present conditions.
  ///   - lines: The task's explanation: it has the time of day's state, and no condition that is given up.
  init(_ conditions: Conditions, _ lines: [ExpressionLine]) {
    self.conditions = conditions
    self.lines = Dictionary(lines.map { ($0.text, $0.state) }) { first, _ in first }
  }

  /// Returns conditions in which all of these hold, apart from times to wait; nil when there are none.
  mutating func meet(_ expressions: [ConditionExpression]) -> Conditions? {
    meet(expressions.map { Goal(node: $0.root, isWanted: true) }[...], OpenConditions())?.chosen(
      for: conditions)
  }

  private mutating func meet(_ goals: ArraySlice<Goal>, _ open: OpenConditions) -> OpenConditions? {
    guard let goal = goals.first else { return open }
    guard steps > 0 else { return nil }
    steps -= 1
    let rest = goals.dropFirst()
    switch goal.node {
    case .leaf(let leaf):
      var open = open
      return take(leaf, goal.isWanted, &open) ? meet(rest, open) : nil
    case .not(let part): return meet([Goal(node: part, isWanted: !goal.isWanted)] + rest, open)
    case .all(let parts) where goal.isWanted, .any(let parts) where !goal.isWanted:
      return meet(parts.map { Goal(node: $0, isWanted: goal.isWanted) } + rest, open)
    case .all(let parts), .any(let parts):
      // A part that holds already goes before one that needs a change.
      var ways: [(goal: Goal, isSo: Bool)] = []
      for part in parts {
        let way = Goal(node: part, isWanted: goal.isWanted)
        ways.append((way, meet([way], OpenConditions())?.chosen(for: conditions) == conditions))
      }
      for way in ways.filter(\.isSo) + ways.filter({ !$0.isSo }) {
        if let found = meet([way.goal] + rest, open) { return found }
      }
      return nil
    }
  }

  private func take(_ leaf: ConditionLeaf, _ isWanted: Bool, _ open: inout OpenConditions) -> Bool {
    // A condition that is given up is not explained any more.
    guard let state = lines[isWanted ? leaf.text : "not \(leaf.text)"] else { return true }
    switch leaf.atom {
    case .between, .on: return state == .holds
    case .plain(let condition): return open.take(condition, isWanted)
    case .battery(let comparison, let percent): return open.takeBattery(comparison, percent, isWanted)
    case .named(let condition, let name): return open.takeName(name, of: condition, isWanted)
    case .noUser(let name): return open.takeUser(name, isThere: !isWanted)
    case .check(let check): return open.takeCheck(check, isWanted)
    }
  }
}

/// The values of the machine's conditions that may still be chosen.
struct OpenConditions {
  typealias Conditions = SimulatedScheduler.Conditions

  private var powers: [Conditions.Power] = [.external, .battery]
  private var networks: [Conditions.Network] = [.metered, .unmetered, .none]
  private var percents = Array(0...100)
  private var flags: [PlainCondition: Bool] = [:]
  private var names: [ConditionField: OpenNames] = [:]
  private var checks: [ConditionCheck: Bool] = [:]

  // Each function takes in a demand, and returns false when it contradicts an earlier one.

  mutating func take(_ condition: PlainCondition, _ isWanted: Bool) -> Bool {
    switch condition {
    case .externalPower: return keep(\.powers) { ($0 == .external) == isWanted }
    case .network: return keep(\.networks) { ($0 != .none) == isWanted }
    case .unmetered: return keep(\.networks) { ($0 == .unmetered) == isWanted }
    default:
      return flags.updateValue(isWanted, forKey: condition) ?? isWanted == isWanted
    }
  }

  mutating func takeBattery(_ comparison: Comparison, _ limit: Int, _ isWanted: Bool) -> Bool {
    keep(\.percents) { percent in
      switch comparison {
      case .atLeast: (percent >= limit) == isWanted
      case .moreThan: (percent > limit) == isWanted
      case .atMost: (percent <= limit) == isWanted
      case .lessThan: (percent < limit) == isWanted
      }
    }
  }

  mutating func takeName(_ name: String, of condition: NamedCondition, _ isWanted: Bool) -> Bool {
    guard names[condition.row.field, default: OpenNames()].take(name, isThere: isWanted) else { return false }
    return isWanted && condition == .network ? take(.network, true) : true
  }

  mutating func takeCheck(_ check: ConditionCheck, _ isWanted: Bool) -> Bool {
    checks.updateValue(isWanted, forKey: check) ?? isWanted == isWanted
  }

  mutating func takeUser(_ name: String?, isThere: Bool) -> Bool {
    names[.users, default: OpenNames()].take(name, isThere: isThere)
  }

  private mutating func keep<Value>(
    _ place: WritableKeyPath<Self, [Value]>, where isAllowed: (Value) -> Bool
  ) -> Bool {
    self[keyPath: place].removeAll { !isAllowed($0) }
    return !self[keyPath: place].isEmpty
  }

  /// Returns the allowed conditions that are nearest to these.
  func chosen(for present: Conditions) -> Conditions {
    var chosen = present
    // A condition without a demand stays as it is, also when it is unknown.
    if powers.count < 2, !powers.contains(present.power), let power = powers.first { chosen.power = power }
    if networks.count < 3, !networks.contains(present.network), let network = networks.first {
      chosen.network = network
    }
    let percent = present.batteryPercent ?? (chosen.power == .external ? 100 : nil)
    if percents.count < 101, !(percent.map(percents.contains) ?? false) {
      chosen.batteryPercent = percents.last
    }
    for condition in PlainCondition.allCases {
      guard let isWanted = flags[condition] else { continue }
      chosen.core.apply(.flag(condition.row.field, isWanted != condition.row.isInverted))
    }
    for (field, open) in names {
      guard case .names(let present) = chosen.core[field] else { continue }
      chosen.core.apply(.names(field, open.chosen(for: present)))
    }
    for (check, isWanted) in checks {
      guard let condition = try? BGTaskCondition(parsing: check.text) else { continue }
      if isWanted { chosen.failingChecks.remove(condition) } else { chosen.failingChecks.insert(condition) }
    }
    return chosen
  }
}

/// Names that must be there, and names that must not.
private struct OpenNames {
  private var present: Set<String> = []
  private var absent: Set<String> = []
  /// Whether any name must be there, or none may; nil is no demand.
  private var isAnybodyThere: Bool?

  /// - Parameter name: The name; nil is any name.
  mutating func take(_ name: String?, isThere: Bool) -> Bool {
    if let name {
      if isThere { present.insert(name) } else { absent.insert(name) }
    } else {
      guard isAnybodyThere ?? isThere == isThere else { return false }
      isAnybodyThere = isThere
    }
    return present.isDisjoint(with: absent) && (isAnybodyThere != false || present.isEmpty)
  }

  func chosen(for names: Set<String>?) -> Set<String>? {
    guard !present.isEmpty || !absent.isEmpty || isAnybodyThere != nil else { return names }
    let chosen = isAnybodyThere == false ? [] : (names ?? []).union(present).subtracting(absent)
    guard chosen.isEmpty, isAnybodyThere == true else { return chosen }
    // Longer than every name that must not be there, and so a different one.
    return ["user" + absent.sorted().joined()]
  }
}
