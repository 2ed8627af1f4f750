/// One rule about starting a task: it proceeds with a score, or vetoes with a reason. One veto keeps the task
/// waiting. The same evaluation decides and explains.
protocol Policy: Sendable {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict
}

/// All rules, in the order in which they are explained.
enum Policies {
  /// Rules about the task itself. They decide where it waits (``Place``).
  static let placing: [any Policy] = [
    DamagePolicy(), EarliestBeginPolicy(), BackoffPolicy(), AlreadyRunningPolicy(), PacePolicy(),
    SpacingPolicy(), BudgetPolicy(), HandlerPolicy(), LaunchBackoffPolicy(), ForegroundPolicy(),
  ]

  static let all: [any Policy] =
    [
      StartingPolicy(), StorePolicy(), ShutdownPolicy(), DeparturePolicy(), KindDisabledPolicy(),
      PassedDeadlinesPolicy(), SettlingPolicy(),
    ] + placing + requirements + [
      GradualStartPolicy(), ConcurrencyPolicy(), KindConcurrencyPolicy(), UserConcurrencyPolicy(),
    ]
}
