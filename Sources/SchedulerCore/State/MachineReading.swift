/// What the machine is like at a moment, for what decides and for what explains: the requirements and the
/// expressions, with all that time has brought by then.
struct MachineReading {
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

  /// All that is demanded holds, and has for long enough to start work.
  func isUsable(_ demand: Demand) -> Bool {
    isMet(demand) { isUsable($0, for: demand.use) }
  }

  /// The same as far as it was told: where an expression was gone through before something changed, what it
  /// said then. What it says next is told as a change of that, and nobody is told of what was so meanwhile.
  func isToldUsable(_ demand: Demand) -> Bool {
    isMet(demand) { expression in
      expressions.kept(expression, for: demand.use)?.isUsable.contains(demand.use)
        ?? isUsable(expression, for: demand.use)
    }
  }

  private func isMet(_ demand: Demand, _ holds: (ConditionExpression) -> Bool) -> Bool {
    machine.hasRequirements(of: demand) && (demand.expression.map(holds) ?? true)
  }

  /// The expression holds, and has for long enough to start work.
  func isUsable(_ expression: ConditionExpression, for use: ExpressionUse) -> Bool {
    // Somebody else may want to know something else of it.
    if let standing = expressions.standing(of: expression, for: use, view) {
      return standing.isUsable.contains(use)
    }
    return future(of: expression).isUsable(for: use)
  }

  /// What the expression asks has to be asked now, and could let work start.
  func isAsking(_ expression: ConditionExpression, for use: ExpressionUse) -> Bool {
    guard expression.hasChecks else { return false }
    if let standing = expressions.standing(of: expression, for: use, view) {
      return standing.isAsking.contains(use)
    }
    return !future(of: expression).checks(for: use).isEmpty
  }

  /// The expression does not hold any more, for what runs.
  func isLost(_ expression: ConditionExpression) -> Bool {
    expressions.standing(of: expression, for: .running, view)?.isLost ?? false
  }

  /// What has settled is enough for work that runs.
  func keeps(_ enforced: Demand) -> Bool {
    enforced.requirements.isSubset(of: machine.settled) && !(enforced.expression.map(isLost) ?? false)
  }

  /// The expression as it will be, if nothing but time goes by.
  func future(of expression: ConditionExpression) -> ExpressionFuture {
    expressions.future(of: expression, view)
  }

  /// A leaf as it is now, whether or not somebody waits for it.
  func state(of leaf: ConditionLeaf) -> LeafState { expressions.state(of: leaf, view) }

  /// What was found, or why nothing was.
  func words(for check: ConditionCheck, _ use: ExpressionUse) -> String {
    if let finding = expressions.finding(of: check, view) { return finding.words }
    if machine.questions.isOpen(check) { return "is being asked" }
    return use == .running ? "is to be asked again" : "is asked when nothing else is lacking"
  }
}
