/// A task waits until its expression (`when`) holds.
struct ExpressionPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    let demand = candidate.demand
    let reading = situation.reading
    guard let expression = demand.expression, !reading.isUsable(expression, for: demand.use) else {
      return .proceed
    }
    return .veto(
      Self.reason(expression, for: demand.use, reading),
      release: reading.isAsking(expression, for: demand.use) ? .check : .conditions)
  }

  /// Returns the reason to wait, or to stop: the parts that do not hold.
  static func reason(
    _ expression: ConditionExpression, for use: ExpressionUse, _ machine: MachineReading
  ) -> Reason {
    let lacking = ExpressionReading(expression, machine, for: use).lacking
    let lines = lacking.flatMap { $0.atoms }
    return Reason(
      code: lines.allSatisfy { $0.state == .unknown } ? .unknownCondition : .when,
      message: "it waits for " + lacking.map { "\"\($0.text)\"" }.joined(separator: " and "),
      required: expression.text,
      observed: lines.map { "\($0.text): \($0.observed ?? "")" }.joined(separator: "; "),
      since: lines.compactMap(\.since).max())
  }
}
