/// A rule that asks one thing of the machine. It is the only place that says when the requirement is met: for
/// starting a task, for stopping a run, and for explaining either.
struct RequirementPolicy: Policy {
  let requirement: Requirements
  let code: ReasonCode
  /// Why the task waits.
  let message: String
  /// A machine on which it holds.
  let satisfied: ConditionChange
  /// Its source learns only when it looks, so somebody has to look again while the requirement is lost.
  let isLookedAt: Bool
  let required: @Sendable (SchedulerConfiguration) -> String
  let observed: @Sendable (Conditions) -> String
  let isMet: @Sendable (Conditions, SchedulerConfiguration) -> Bool

  init(
    _ requirement: Requirements, _ code: ReasonCode, _ message: String, satisfied: ConditionChange,
    isLookedAt: Bool = false, required: @escaping @Sendable (SchedulerConfiguration) -> String,
    observed: @escaping @Sendable (Conditions) -> String,
    isMet: @escaping @Sendable (Conditions, SchedulerConfiguration) -> Bool
  ) {
    self.requirement = requirement
    self.code = code
    self.message = message
    self.satisfied = satisfied
    self.isLookedAt = isLookedAt
    self.required = required
    self.observed = observed
    self.isMet = isMet
  }

  /// Something has to be so, or must not be. Unknown holds nothing back.
  /// - Parameter words: What a yes is called, and a no.
  static func flag(
    _ requirement: Requirements, _ code: ReasonCode, _ message: String, field: ConditionField, wanted: Bool,
    words: (yes: String, no: String) = ("on", "off"), isLookedAt: Bool = false
  ) -> RequirementPolicy {
    @Sendable func word(_ flag: Bool) -> String { flag ? words.yes : words.no }
    return RequirementPolicy(
      requirement, code, message, satisfied: .flag(field, wanted), isLookedAt: isLookedAt,
      required: { _ in word(wanted) },
      observed: { if case .flag(let flag?) = $0[field] { word(flag) } else { "unknown" } },
      isMet: { now, _ in now[field] != .flag(!wanted) })
  }

  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    guard candidate.demands.contains(requirement), !situation.machine.isUsable(requirement) else {
      return .proceed
    }
    return .veto(reason(situation.machine, situation.configuration), release: .conditions)
  }

  /// The reason to wait or to stop while the requirement does not hold, or has come back too short a time
  /// ago.
  func reason(_ machine: Machine, _ configuration: SchedulerConfiguration) -> Reason {
    let settles = machine.met.contains(requirement) && !machine.settled.contains(requirement)
    let seen = observed(machine.current)
    return Reason(
      code: code, message: message, required: required(configuration),
      observed: settles ? "\(seen), for less than \(configuration.settling.secondsText)" : seen,
      since: machine.unmetSince[requirement])
  }
}
