/// The machine's conditions as the scheduler knows them, and the part of them that counts already.
///
/// A requirement that is lost keeps work from starting at once, and stops a run only when it has stayed lost
/// for the settling time; one that comes back counts when it has stayed for the settling time. Hence a flap
/// neither stops nor starts work (R32).
struct Machine {
  /// The conditions as sources report them.
  private(set) var observed = Conditions()
  /// The last report of each field.
  private var origins: [ConditionField: ConditionChange] = [:]
  /// The changes that a simulation makes, by field.
  private(set) var simulated: [ConditionField: ConditionChange] = [:]
  /// The observed conditions with the simulated ones in their place.
  private(set) var current = Conditions()
  /// The moment of each field's last change.
  private var since: [ConditionField: (wall: WallTime, monotonic: MonotonicTime)] = [:]
  /// The point of the first look at the machine, which has no conditions before it.
  private var settledBefore = MonotonicTime(uSec: 0)
  /// The machine's time zone.
  private(set) var zone = ZoneRules.utc
  /// The checks that are being asked for expressions.
  var questions = OpenQuestions<ConditionCheck>()
  /// The requirements that hold by the present conditions.
  private(set) var met = Requirements.all
  /// The requirements that hold by the settled conditions.
  private(set) var settled = Requirements.all
  /// The requirements of which it is known whether they hold.
  private(set) var known = Requirements()
  /// The windows in which requirements hold.
  private(set) var windows = Windows()
  /// The date since which a requirement is not usable.
  private(set) var unmetSince: [Requirements: WallTime] = [:]
  /// The point at which an observed change begins to count.
  private var changes: [Requirements: MonotonicTime] = [:]
  /// The settling after a boot or a resume, which holds discretionary work back.
  var quiet: (since: WallTime, until: MonotonicTime)?
  /// The gradual start of discretionary work, if one is under way.
  var ramp: Ramp?

  /// The requirements that hold, and have held for long enough to start work.
  var usable: Requirements { met.intersection(settled) }

  /// Returns whether all of these requirements hold, and have held for long enough to start work.
  func isUsable(_ requirements: Requirements) -> Bool { usable.isSuperset(of: requirements) }

  /// Returns whether the demand's requirements hold, and have for long enough; its expression is ignored.
  func hasRequirements(of demand: Demand) -> Bool {
    isUsable(demand.requirements) && isKnown(demand.mustBeKnown)
  }

  /// Returns whether it is known of all these requirements whether they hold.
  func isKnown(_ requirements: Requirements) -> Bool { known.isSuperset(of: requirements) }

  /// Returns whether the requirement is taken to hold, because no source reports it.
  func isUnknown(_ requirement: Requirements) -> Bool { !known.contains(requirement) }

  /// Returns whether no source reports the atom. The time is always known, and checks are never reported.
  func isUnknown(_ atom: ConditionAtom) -> Bool { atom.field != nil && atom.truth(current, nil) == nil }

  /// Returns the machine as expressions look at it.
  func view(at moment: Moment, _ configuration: SchedulerConfiguration) -> ConditionView {
    ConditionView(
      conditions: current, zone: zone, moment: moment, configuration: configuration, since: since,
      settledBefore: settledBefore)
  }

  /// The lost requirements whose sources notice a return only when asked. Simulated fields are left out,
  /// because asking does not change them.
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

  /// The conditions as callers see them.
  var snapshot: ConditionsSnapshot {
    ConditionsSnapshot(
      conditions: current, observations: ConditionField.allCases.compactMap(observation),
      simulated: ConditionField.allCases.filter { simulated[$0] != nil },
      unmet: Policies.requirements.filter { !isUsable($0.requirement) }.map(\.code))
  }

  /// Returns the observation of the field, or `nil` while it is unknown.
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

  /// Takes in changes that were observed or simulated, or a new configuration. Returns the fields that have
  /// changed.
  /// - Parameter isFirst: Whether the conditions are those that the scheduler finds at its start, and which
  ///   count as having held since the machine was booted.
  mutating func update(
    at moment: Moment, _ configuration: SchedulerConfiguration, isFirst: Bool
  ) -> [ConditionField] {
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
        // A requirement that comes back for a moment did not come back.
        unmetSince[requirement] = moment.wall
      }
      if isMet == settled.contains(requirement) {
        changes[requirement] = nil
        if isMet { unmetSince[requirement] = nil }
      } else {
        // A change that settles already keeps its time, unless the configuration now asks for less.
        let due = moment.monotonic + configuration.settling(of: policy.satisfied.field, to: isMet)
        changes[requirement] = min(changes[requirement] ?? due, due)
      }
    }
    // A condition that is not known to hold has no window.
    windows.observe(
      met.intersection(known), at: moment, openSince: isFirst ? MonotonicTime(uSec: 0) : moment.monotonic,
      configuration)
    return changed
  }

  /// Ends the windows of a machine that was asleep.
  mutating func interruptWindows(at moment: Moment, _ model: WindowModel) {
    windows.interrupt(at: moment, model)
  }

  /// Restores what is remembered of the windows of a set of requirements.
  mutating func restore(_ record: WindowRecord) { windows.restore(record) }

  /// Returns the records of windows that have changed since the last call.
  mutating func takeWindowRecords() -> [WindowRecord] { windows.takeChanged() }

  /// Lets requirements that have stayed changed for long enough count, and returns these.
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

  /// Returns the machine as it counts at a later point, before it is looked at then.
  func settled(at now: MonotonicTime) -> Machine {
    guard let nextSettling, nextSettling <= now else { return self }
    var machine = self
    _ = machine.settle(at: now)
    return machine
  }

  /// Takes the present conditions as settled, because the first look at the machine has none before it.
  mutating func settleAll(at now: MonotonicTime) {
    settled = met
    changes = [:]
    settledBefore = now
  }

  /// The changes that begin to count.
  struct Settled {
    /// The requirements that came or went.
    var requirements = Requirements()
    /// Whether standings of expressions have changed.
    var expressions = false
    /// Whether all runs are to be looked at again, whatever they trust in.
    var isEverything = false

    var isEmpty: Bool { requirements.isEmpty && !expressions && !isEverything }
  }
}
