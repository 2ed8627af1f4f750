/// The reasons why a task does not run now, by the same evaluation that decides.
package struct Explanation: Hashable, Sendable {
  /// Whether nothing stands in its way.
  package var canProceed: Bool
  /// Every reason, not only the first.
  package var reasons: [Reason]
  /// The earliest moment at which it could begin as far as dates alone decide; `nil` when it runs already.
  package var forecast: WallTime?
  /// The expression of the request, part by part; of a running task, the requirements and the expression
  /// that must go on holding.
  package var expression: [ExpressionLine]
  /// The conditions that it will not ask for any more, and from when on.
  package var relaxations: [RelaxationDate]
  /// The conditions that it asks for and no source reports now.
  package var unobserved: Unobserved?
  /// The time that is left of its lease; `nil` without one.
  package var trustedFor: TimeSpan?

  package init(
    canProceed: Bool, reasons: [Reason], forecast: WallTime?, expression: [ExpressionLine] = [],
    relaxations: [RelaxationDate] = [], unobserved: Unobserved? = nil, trustedFor: TimeSpan? = nil
  ) {
    self.canProceed = canProceed
    self.reasons = reasons
    self.forecast = forecast
    self.expression = expression
    self.relaxations = relaxations
    self.unobserved = unobserved
    self.trustedFor = trustedFor
  }
}

/// The date from which a task does not ask for some conditions any more.
package struct RelaxationDate: Hashable, Sendable {
  package var from: WallTime
  /// The names of the conditions.
  package var names: [String]
}

/// The reasons that keep a waiting task from running now, or the date until which a run is frozen.
package struct Outlook: Hashable, Sendable {
  /// Every reason; none where the task may run.
  package var reasons: [Reason]
  /// The date before which it does not run, whatever else changes: its own, that of its next attempt, the end
  /// of a pause. `nil` where no date holds it back.
  package var forecast: WallTime?
  /// The date on which its frozen run is told to stop if what the run has lost does not come back; `nil`
  /// where no program of it is frozen.
  package var frozenUntil: WallTime?
  /// The time that is left of its lease; `nil` without one.
  package var trustedFor: TimeSpan?

  package init(reasons: [Reason] = []) { self.reasons = reasons }
}

/// The conditions that a task asks for and no source reports now.
package struct Unobserved: Hashable, Sendable {
  /// The names of the conditions; at least one.
  package var names: [String]
  /// The effect on the task.
  package var policy: UnknownPolicy

  /// - Parameter names: At least one name.
  package init(_ names: [String], _ policy: UnknownPolicy) { (self.names, self.policy) = (names, policy) }
}
