/// What a request asks in its own words (`when`).
struct ExpressionPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    let (machine, moment, configuration) = (situation.machine, situation.moment, situation.configuration)
    let demand = candidate.demand
    let waitsForUnknown = demand.waitsForUnknown
    guard let expression = demand.expression,
      !machine.isUsable(expression, waitsForUnknown: waitsForUnknown, at: moment, configuration)
    else { return .proceed }
    let asks = machine.isAsking(expression, waitsForUnknown: waitsForUnknown, at: moment, configuration)
    return .veto(
      Self.reason(expression, waitsForUnknown: waitsForUnknown, machine, configuration, at: moment),
      release: asks ? .check : .conditions)
  }

  /// The reason to wait, or to stop: the parts that do not hold.
  static func reason(
    _ expression: ConditionExpression, waitsForUnknown: Bool, _ machine: Machine,
    _ configuration: SchedulerConfiguration, at moment: Moment
  ) -> Reason {
    let reading = ExpressionReading(machine, configuration, waitsForUnknown: waitsForUnknown, at: moment)
    let parts: [ConditionExpression.Node] =
      if case .all(let parts) = expression.root { parts } else { [expression.root] }
    let lacking = parts.filter { !reading.holds($0) }
    let lines = lacking.flatMap { reading.lines(of: $0) }.filter(\.isLackingCondition)
    return Reason(
      code: lines.allSatisfy { $0.state == .unknown } ? .unknownCondition : .when,
      message: "it waits for " + lacking.map { "\"\($0.text)\"" }.joined(separator: " and "),
      required: expression.text,
      observed: lines.map { "\($0.text): \($0.observed ?? "")" }.joined(separator: "; "),
      since: lines.compactMap(\.since).max())
  }
}
