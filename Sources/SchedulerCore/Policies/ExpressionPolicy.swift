/// What a request asks in its own words (`when`).
struct ExpressionPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    let demand = candidate.demand
    let waitsForUnknown = demand.waitsForUnknown
    guard let expression = demand.expression,
      !situation.reading.isUsable(expression, waitsForUnknown: waitsForUnknown)
    else { return .proceed }
    let asks = situation.reading.isAsking(expression, waitsForUnknown: waitsForUnknown)
    return .veto(
      Self.reason(expression, waitsForUnknown: waitsForUnknown, situation.reading),
      release: asks ? .check : .conditions)
  }

  /// The reason to wait, or to stop: the parts that do not hold.
  static func reason(
    _ expression: ConditionExpression, waitsForUnknown: Bool, _ machine: MachineReading
  ) -> Reason {
    let reading = ExpressionReading(machine, waitsForUnknown: waitsForUnknown)
    let root = expression.root
    let parts: [ConditionExpression.Node] = if case .all(let parts) = root { parts } else { [root] }
    let lacking = parts.filter { !reading.holds($0) }
    let lines = lacking.flatMap { reading.lines(of: $0) }.filter(\.isLackingCondition)
    return Reason(
      code: lines.allSatisfy { $0.state == .unknown } ? .unknownCondition : .when,
      message: "it waits for " + lacking.map { "\"\($0.text)\"" }.joined(separator: " and "),
      required: root.text,
      observed: lines.map { "\($0.text): \($0.observed ?? "")" }.joined(separator: "; "),
      since: lines.compactMap(\.since).max())
  }
}
