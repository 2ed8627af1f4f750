/// A policy for one requirement. It alone says when the requirement is met: for starting a task, for stopping
/// a run, and for explaining either.
struct RequirementPolicy: Policy {
  let requirement: Requirements
  let code: ReasonCode
  /// The message of the reason to wait.
  let message: String
  /// A condition with which the requirement is met.
  let satisfied: ConditionChange
  /// Whether its source must measure again while the requirement is lost: it is not told of changes.
  let isLookedAt: Bool
  let required: @Sendable (SchedulerConfiguration) -> String
  let observed: @Sendable (Conditions) -> String
  let isMet: @Sendable (Conditions, SchedulerConfiguration) -> Bool
  /// Whether it is known if the requirement is met.
  let isKnown: @Sendable (Conditions) -> Bool
  /// The name of the atom that asks for the same, or for the opposite (``ConditionAtom/name``).
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

  /// Returns the policy of a flag that has to be on, or must not be. An unknown flag holds nothing back.
  /// - Parameter words: The words for a flag that is on and for one that is off.
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

  /// Returns whether the requirement, on which a run depends, holds, as a line beside those of an expression.
  func line(_ machine: Machine, _ configuration: SchedulerConfiguration) -> ExpressionLine {
    let state: PartState =
      if machine.isUnknown(requirement) {
        .unknown
      } else if machine.settled.contains(requirement) {
        machine.met.contains(requirement) ? .holds : .settles
      } else {
        .lacks
      }
    let observation = machine.observation(of: satisfied.field)
    return ExpressionLine(
      depth: 0, text: text(configuration), state: state, observed: observed(machine.current),
      since: observation?.since, source: observation?.source)
  }

  /// Returns the requirement as an expression asks for it, or in words where none does.
  private func text(_ configuration: SchedulerConfiguration) -> String {
    switch satisfied.value {
    case .flag(false?): "not \(word)"
    case .percent: "\(word) \(required(configuration))"
    default: word
    }
  }

  /// Returns the reason to wait or to stop while the requirement does not hold, or has held again for too
  /// short a time.
  func reason(_ machine: Machine, _ configuration: SchedulerConfiguration) -> Reason {
    let settles = machine.met.contains(requirement) && !machine.settled.contains(requirement)
    let seen = observed(machine.current)
    return Reason(
      code: code, message: message, required: required(configuration),
      observed: settles ? "\(seen), for less than \(configuration.settling.roundedText)" : seen,
      since: machine.unmetSince[requirement])
  }
}
