/// The machine at a moment, for decisions and explanations: the requirements and the expressions, with all
/// that time has brought by then. A reading is large and never changes, so it is handed on as a reference.
final class MachineReading {
  let machine: Machine
  let expressions: ExpressionStates
  let view: ConditionView

  init(
    _ machine: Machine, _ expressions: ExpressionStates, at moment: Moment,
    _ configuration: SchedulerConfiguration
  ) {
    self.machine = machine.settled(at: moment.monotonic)
    self.expressions = expressions
    view = machine.view(at: moment, configuration)
  }

  /// Returns whether the demand is met, and has been for long enough to start work.
  func isUsable(_ demand: Demand) -> Bool {
    isMet(demand) { isUsable($0, for: demand.use) }
  }

  /// Returns whether the demand is met as far as that was told. An expression counts as at its last
  /// evaluation, because its next change is told against that, and no task is told of changes in between.
  /// - Parameter whateverAge: Whether a young window counts as well.
  func isToldUsable(_ demand: Demand, whateverAge: Bool = false) -> Bool {
    isMet(demand, whateverAge: whateverAge) { expression in
      expressions.kept(expression, for: demand.use)?.isUsable.contains(demand.use)
        ?? isUsable(expression, for: demand.use)
    }
  }

  private func isMet(
    _ demand: Demand, whateverAge: Bool = false, _ holds: (ConditionExpression) -> Bool
  ) -> Bool {
    machine.hasRequirements(of: demand) && (demand.expression.map(holds) ?? true)
      && (whateverAge || youngWindow(for: demand) == nil)
  }

  /// Returns whether the expression holds, and has held for long enough to start work.
  func isUsable(_ expression: ConditionExpression, for use: ExpressionUse) -> Bool {
    // The expression may be kept for other uses only.
    if let standing = expressions.standing(of: expression, for: use, view) {
      return standing.isUsable.contains(use)
    }
    return future(of: expression).isUsable(for: use)
  }

  /// Returns whether the expression has a check to ask now that could let work start.
  func isAsking(_ expression: ConditionExpression, for use: ExpressionUse) -> Bool {
    guard expression.hasChecks else { return false }
    if let standing = expressions.standing(of: expression, for: use, view) {
      return standing.isAsking.contains(use)
    }
    return !future(of: expression).checks(for: use).isEmpty
  }

  /// Returns whether the expression does not hold any more for runs.
  func isLost(_ expression: ConditionExpression) -> Bool {
    expressions.standing(of: expression, for: .running, view)?.isLost ?? false
  }

  /// Returns whether the settled conditions are enough for a run.
  func keeps(_ enforced: Demand) -> Bool {
    enforced.requirements.isSubset(of: machine.settled) && !(enforced.expression.map(isLost) ?? false)
  }

  /// Returns the expression's future if only time passes.
  func future(of expression: ConditionExpression) -> ExpressionFuture {
    ExpressionFuture(expression, states(of: expression), view)
  }

  /// Returns the present states of the expression's atoms, in their order.
  func states(of expression: ConditionExpression) -> [LeafState] {
    expression.leaves.map { expressions.state(of: $0, view) }
  }

  /// Returns the check's finding, or why there is none.
  func words(for check: ConditionCheck, _ use: ExpressionUse) -> String {
    if let finding = expressions.finding(of: check, view) { return finding.words }
    if machine.questions.isOpen(check) { return "is being checked" }
    return use == .running ? "is to be checked again" : "is checked when everything else holds"
  }
}
