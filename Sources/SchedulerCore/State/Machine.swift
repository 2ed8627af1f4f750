/// What the scheduler knows of the machine, and which of it counts already.
///
/// A requirement that is lost keeps work from starting at once, and stops work that runs only when it has
/// stayed lost for the settling time; one that comes back counts when it has stayed for the settling time. So
/// a flap neither stops nor starts anything (R32).
struct Machine {
  /// What the sources say.
  private(set) var observed = Conditions()
  /// Who has said it last, by field.
  private var origins: [ConditionField: ConditionChange] = [:]
  /// What a simulation says instead, by field.
  private(set) var simulated: [ConditionField: ConditionChange] = [:]
  /// Both together.
  private(set) var current = Conditions()
  /// Since when a field says what it says.
  private var since: [ConditionField: (wall: WallTime, monotonic: MonotonicTime)] = [:]
  /// The first look at the machine has nothing before it.
  private var settledBefore = MonotonicTime(uSec: 0)
  /// The machine's time zone.
  private(set) var zone = ZoneRules.utc
  /// What is being asked for expressions.
  var questions = OpenQuestions<ConditionCheck>()
  /// The requirements that hold by what is seen now.
  private(set) var met = Requirements.all
  /// The requirements that hold by what has settled.
  private(set) var settled = Requirements.all
  /// The requirements of which is known whether they hold.
  private(set) var known = Requirements()
  /// Since when a requirement is not usable.
  private(set) var unmetSince: [Requirements: WallTime] = [:]
  /// When a change that was seen begins to count.
  private var changes: [Requirements: MonotonicTime] = [:]
  /// Discretionary work is held back after a boot or a resume.
  var quiet: (since: WallTime, until: MonotonicTime)?
  /// Discretionary work starts a little at a time.
  var ramp: Ramp?

  /// The requirements that hold, and have for long enough to start work.
  var usable: Requirements { met.intersection(settled) }

  /// All of these hold, and have for long enough to start work.
  func isUsable(_ requirements: Requirements) -> Bool { usable.isSuperset(of: requirements) }

  /// The requirements that are demanded hold, and have for long enough, whatever the expression says.
  func hasRequirements(of demand: Demand) -> Bool {
    isUsable(demand.requirements) && isKnown(demand.mustBeKnown)
  }

  /// Of all of them somebody knows whether they hold.
  func isKnown(_ requirements: Requirements) -> Bool { known.isSuperset(of: requirements) }

  /// The requirement holds as far as anybody knows, but nobody does.
  func isUnknown(_ requirement: Requirements) -> Bool { !known.contains(requirement) }

  /// Nobody reports whether it is so. The time is always known, and what has to be asked nobody reports.
  func isUnknown(_ atom: ConditionAtom) -> Bool { atom.field != nil && atom.truth(current, nil) == nil }

  /// What expressions look at.
  func view(at moment: Moment, _ configuration: SchedulerConfiguration) -> ConditionView {
    ConditionView(
      conditions: current, zone: zone, moment: moment, configuration: configuration, since: since,
      settledBefore: settledBefore)
  }

  /// The requirements that are lost, and that nobody says are back. Looking does not change what a simulation
  /// says.
  var lostUntilLooked: Requirements {
    Policies.requirements.reduce(into: []) { lost, rule in
      guard rule.isLookedAt, !met.contains(rule.requirement), simulated[rule.satisfied.field] == nil else {
        return
      }
      lost.formUnion(rule.requirement)
    }
  }

  /// The next point at which a change of a requirement counts.
  var nextSettling: MonotonicTime? { changes.values.min() }

  /// What callers see.
  var snapshot: ConditionsSnapshot {
    ConditionsSnapshot(
      conditions: current, observations: ConditionField.allCases.compactMap(observation),
      simulated: ConditionField.allCases.filter { simulated[$0] != nil },
      unmet: Policies.requirements.filter { !isUsable($0.requirement) }.map(\.code))
  }

  /// Nil while nobody knows.
  func observation(of field: ConditionField) -> Observation? {
    let value = current[field]
    guard !value.isUnknown, let since = since[field]?.wall else { return nil }
    if simulated[field] != nil {
      return Observation(field, value, source: "simulation", certainty: .certain, since: since)
    }
    let origin = origins[field]
    return Observation(
      field, value, source: origin?.source ?? "", certainty: origin?.certainty ?? .certain, since: since)
  }

  mutating func setZone(_ zone: ZoneRules) { self.zone = zone }

  mutating func observe(_ changes: [ConditionChange]) {
    for change in changes {
      observed.apply(change)
      origins[change.field] = change
    }
  }

  mutating func simulate(_ changes: [ConditionChange], clear: Bool) {
    if clear { simulated = [:] }
    for change in changes { simulated[change.field] = change }
  }

  /// Takes in what was observed or simulated, or that the rules changed. Returns the fields that say
  /// something else.
  mutating func update(at moment: Moment, _ configuration: SchedulerConfiguration) -> [ConditionField] {
    let before = current
    current = observed
    for change in simulated.values { current.apply(change) }
    let changed = before.fields(otherIn: current)
    for field in changed { since[field] = (moment.wall, moment.monotonic) }
    for policy in Policies.requirements {
      let requirement = policy.requirement
      let isMet = policy.isMet(current, configuration)
      if policy.isKnown(current) { known.insert(requirement) } else { known.remove(requirement) }
      if isMet {
        met.insert(requirement)
      } else if met.remove(requirement) != nil, unmetSince[requirement] == nil {
        // What comes back for a moment did not come back.
        unmetSince[requirement] = moment.wall
      }
      if isMet == settled.contains(requirement) {
        changes[requirement] = nil
        if isMet { unmetSince[requirement] = nil }
      } else {
        // A change that settles already keeps its time, unless the rules now ask for less.
        let due = moment.monotonic + configuration.settling(of: policy.satisfied.field, to: isMet)
        changes[requirement] = min(changes[requirement] ?? due, due)
      }
    }
    return changed
  }

  /// Lets the changes of requirements count that have stayed for long enough. Returns what begins to count.
  mutating func settle(at now: MonotonicTime) -> Requirements {
    var changed = Requirements()
    for requirement in Requirements.each {
      guard let due = changes[requirement], due <= now else { continue }
      changes[requirement] = nil
      changed.insert(requirement)
      if met.contains(requirement) {
        settled.insert(requirement)
        unmetSince[requirement] = nil
      } else {
        settled.remove(requirement)
      }
    }
    return changed
  }

  /// The machine as it counts at a later point at which nobody has looked at it yet.
  func settled(at now: MonotonicTime) -> Machine {
    guard let nextSettling, nextSettling <= now else { return self }
    var machine = self
    _ = machine.settle(at: now)
    return machine
  }

  /// Takes what is seen now as settled: the first look at the machine has nothing before it.
  mutating func settleAll(at now: MonotonicTime) {
    settled = met
    changes = [:]
    settledBefore = now
  }

  /// What begins to count.
  struct Settled {
    /// The requirements that came or went.
    var requirements = Requirements()
    /// Expressions say something else.
    var expressions = false
    /// What runs is looked at again, whatever it trusts in.
    var isEverything = false

    var isEmpty: Bool { requirements.isEmpty && !expressions && !isEverything }
  }
}
