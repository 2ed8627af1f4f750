/// One rule about starting a task: it proceeds with a score, or vetoes with a reason. One veto keeps the task
/// waiting. The same evaluation decides and explains.
protocol Policy: Sendable {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict
}

/// All policies, in the order in which they are explained.
enum Policies {
  /// The policies about the task itself. They decide where it waits (``Place``).
  static let placing: [any Policy] = [
    DamagePolicy(), PausePolicy(), EarliestBeginPolicy(), BackoffPolicy(), AlreadyRunningPolicy(),
    PathPolicy(), AfterPolicy(), SessionPolicy(), GroupPolicy(), PacePolicy(),
    SpacingPolicy(), BudgetPolicy(), HandlerPolicy(), LaunchBackoffPolicy(), ForegroundPolicy(),
  ]

  private static let beforeRequirements: [any Policy] =
    [
      StartingPolicy(), StorePolicy(), ShutdownPolicy(), DeparturePolicy(), KindDisabledPolicy(),
      PassedDeadlinesPolicy(), SettlingPolicy(),
    ] + placing
  private static let afterRequirements: [any Policy] = [
    GradualStartPolicy(), ConcurrencyPolicy(), KindConcurrencyPolicy(), HostConcurrencyPolicy(),
    UserConcurrencyPolicy(),
  ]

  /// Returns the verdicts of all policies, without those that neither veto nor score.
  static func verdicts(of candidate: TaskEntry, in situation: Situation) -> [Verdict] {
    var verdicts: [Verdict] = []
    func ask(_ policy: some Policy) {
      let verdict = policy.evaluate(candidate, in: situation)
      if !verdict.isPlainYes { verdicts.append(verdict) }
    }
    for policy in beforeRequirements { ask(policy) }
    // The machine mostly has all that is asked of it, and then no requirement needs to be asked.
    if !situation.reading.isUsable(candidate.demand) {
      for policy in requirements { ask(policy) }
      ask(ExpressionPolicy())
    }
    for policy in afterRequirements { ask(policy) }
    return verdicts
  }
}
