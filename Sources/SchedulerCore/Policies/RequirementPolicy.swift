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
  /// Somebody knows whether it is met.
  let isKnown: @Sendable (Conditions) -> Bool
  /// The word of an expression for what it asks, or asks not to be so (``ConditionAtom/name``).
  let word: String

  init(
    _ requirement: Requirements, _ code: ReasonCode, _ message: String, word: String,
    satisfied: ConditionChange, isLookedAt: Bool = false,
    required: @escaping @Sendable (SchedulerConfiguration) -> String,
    observed: @escaping @Sendable (Conditions) -> String,
    isMet: @escaping @Sendable (Conditions, SchedulerConfiguration) -> Bool,
    isKnown: (@Sendable (Conditions) -> Bool)? = nil
  ) {
    self.requirement = requirement
    self.code = code
    self.message = message
    self.satisfied = satisfied
    self.isLookedAt = isLookedAt
    self.required = required
    self.observed = observed
    self.isMet = isMet
    self.isKnown = isKnown ?? { !$0[satisfied.field].isUnknown }
    self.word = word
  }

  /// Something has to be so, or must not be. Unknown holds nothing back.
  /// - Parameter words: What a yes is called, and a no.
  static func flag(
    _ requirement: Requirements, _ code: ReasonCode, _ message: String, word: PlainCondition,
    field: ConditionField, wanted: Bool, words: (yes: String, no: String) = ("on", "off"),
    isLookedAt: Bool = false
  ) -> RequirementPolicy {
    @Sendable func said(_ flag: Bool) -> String { flag ? words.yes : words.no }
    return RequirementPolicy(
      requirement, code, message, word: word.rawValue, satisfied: .flag(field, wanted),
      isLookedAt: isLookedAt,
      required: { _ in said(wanted) },
      observed: { if case .flag(let flag?) = $0[field] { said(flag) } else { "unknown" } },
      isMet: { now, _ in now[field] != .flag(!wanted) })
  }

  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    let (demand, machine) = (candidate.demand, situation.machine)
    guard demand.requirements.contains(requirement) else { return .proceed }
    if !machine.isUsable(requirement) {
      return .veto(reason(machine, situation.configuration), release: .conditions)
    }
    guard demand.mustBeKnown.contains(requirement), machine.isUnknown(requirement) else { return .proceed }
    return .veto(
      Reason(
        code: .unknownCondition,
        message: "nothing on this machine reports \(word) (UnknownConditions=wait)",
        required: required(situation.configuration), observed: "unknown"),
      release: .conditions)
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
