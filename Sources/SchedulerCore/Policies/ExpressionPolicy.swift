/// What a request asks in its own words (`when`).
struct ExpressionPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    let (machine, moment, configuration) = (situation.machine, situation.moment, situation.configuration)
    var demand = candidate.demand
    guard let expression = demand.expression else { return .proceed }
    (demand.requirements, demand.mustBeKnown) = ([], [])
    guard !machine.isUsable(demand, at: moment, configuration) else { return .proceed }
    return .veto(
      Self.reason(
        expression, waitsForUnknown: demand.waitsForUnknown, machine, configuration, at: moment),
      release: .conditions)
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
    let lines = lacking.flatMap { reading.lines(of: $0) }.filter { $0.state != .holds && $0.observed != nil }
    return Reason(
      code: lines.allSatisfy { $0.state == .unknown } ? .unknownCondition : .when,
      message: "it waits for " + lacking.map { "\"\($0.text)\"" }.joined(separator: " and "),
      required: expression.text,
      observed: lines.map { "\($0.text): \($0.observed ?? "")" }.joined(separator: "; "),
      since: lines.compactMap(\.since).max())
  }
}

/// A line of an explained expression: a part of it, and whether it holds. Deeper lines are its parts.
package struct ExpressionLine: Hashable, Sendable {
  /// How deep it lies in the whole, from 0.
  package var depth: Int
  /// The part as it is written; of those that have parts, `all of` or `one of`.
  package var text: String
  /// Whether it holds.
  package var state: PartState
  /// What is so, of a leaf.
  package var observed: String?
  /// Since when the leaf says so.
  package var since: WallTime?
  /// Who says so.
  package var source: String?
  /// When time alone changes it, as far as is known.
  package var until: WallTime?
}

/// Whether a part of an expression holds. The names are the protocol's.
package enum PartState: String, CaseIterable, Sendable {
  case holds
  case lacks
  /// It holds, or does not, and must for a while longer.
  case settles
  /// Nobody knows.
  case unknown
}

/// An expression as the machine is now, part by part.
struct ExpressionReading {
  private let machine: Machine
  private let configuration: SchedulerConfiguration
  private let waitsForUnknown: Bool
  private let moment: Moment

  init(_ machine: Machine, _ configuration: SchedulerConfiguration, waitsForUnknown: Bool, at moment: Moment)
  {
    self.machine = machine
    self.configuration = configuration
    self.waitsForUnknown = waitsForUnknown
    self.moment = moment
  }

  func holds(_ node: ConditionExpression.Node) -> Bool {
    ConditionExpression(node).holds { leaf, wanted in
      state(of: leaf).isUsable(wanted: wanted, waitsForUnknown: waitsForUnknown)
    }
  }

  private func state(of leaf: ConditionLeaf) -> ExpressionStates.Leaf {
    machine.state(of: leaf, at: moment, configuration)
  }

  /// The part and its parts. What is said of all of them by `not` is shown of each: `not (a or b)` is all of
  /// `not a` and `not b`.
  func lines(of node: ConditionExpression.Node, wanted: Bool = true, depth: Int = 0) -> [ExpressionLine] {
    switch node {
    case .leaf(let leaf): return [line(of: leaf, wanted: wanted, depth: depth)]
    case .not(let part): return lines(of: part, wanted: !wanted, depth: depth)
    case .all(let parts), .any(let parts):
      let isAll = if case .all = node { wanted } else { !wanted }
      let whole = ExpressionLine(
        depth: depth, text: isAll ? "all of" : "one of",
        state: holds(wanted ? node : .not(node)) ? .holds : .lacks)
      return [whole] + parts.flatMap { lines(of: $0, wanted: wanted, depth: depth + 1) }
    }
  }

  private func line(of leaf: ConditionLeaf, wanted: Bool, depth: Int) -> ExpressionLine {
    let said = state(of: leaf)
    let state: PartState =
      if said.met == nil && said.settled != !wanted {
        .unknown
      } else if said.met == wanted {
        said.settled == wanted ? .holds : .settles
      } else {
        wanted && said.holds != nil ? .settles : .lacks
      }
    let field = leaf.atom.field
    let until =
      [said.turns, (said.holds ?? said.settles).map { moment.wall + ($0 - moment.monotonic) }]
      .compactMap(\.self).min()
    return ExpressionLine(
      depth: depth, text: wanted ? leaf.text : "not \(leaf.text)", state: state,
      observed: leaf.atom.observed(machine.current, LocalTime(moment.wall, machine.zone)),
      since: leaf.atom.isOfTime ? nil : said.since,
      source: field.flatMap { machine.observation(of: $0)?.source }, until: until)
  }

  /// When time alone lets it hold, if nothing else changes: within the next eight days, nil when it does not.
  func nextByTime(_ expression: ConditionExpression) -> WallTime? {
    let next = machine.future(of: expression, at: moment, configuration).next {
      $0.isUsable(waitsForUnknown: waitsForUnknown, at: $1)
    }
    return switch next {
    case .date(let date): date
    case .point(let point): moment.wall + (point - moment.monotonic)
    case nil: nil
    }
  }
}
