/// A rule that asks one thing of the machine. It is the only place that says when the requirement is met: for
/// starting a task, for stopping a run, and for explaining either.
protocol RequirementPolicy: Policy {
  var requirement: Requirements { get }
  var code: ReasonCode { get }
  /// Why the task waits.
  var message: String { get }
  func isMet(by conditions: Conditions, _ configuration: SchedulerConfiguration) -> Bool
  func required(_ configuration: SchedulerConfiguration) -> String
  func observed(in conditions: Conditions) -> String
}

extension RequirementPolicy {
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
    let seen = observed(in: machine.current)
    return Reason(
      code: code, message: message, required: required(configuration),
      observed: settles ? "\(seen), for less than \(configuration.settling.secondsText)" : seen,
      since: machine.unmetSince[requirement])
  }
}
