/// The lines that explain an expression, part by part, by the machine's present state.
struct ExpressionReading {
  private let reading: MachineReading
  /// The use for which the expression is read.
  private let use: ExpressionUse

  init(_ reading: MachineReading, for use: ExpressionUse) {
    self.reading = reading
    self.use = use
  }

  func holds(_ node: ConditionExpression.Node) -> Bool {
    node.holds(in: self) { reading, leaf, wanted in
      reading.reading.state(of: leaf).counts(as: wanted, for: reading.use)
    }
  }

  /// Returns the lines of the part and its parts. A `not` of several is shown at each: `not (a or b)` is all
  /// of `not a` and `not b`.
  func lines(of node: ConditionExpression.Node) -> [ExpressionLine] {
    var lines: [ExpressionLine] = []
    append(node, wanted: true, depth: 0, to: &lines)
    return lines
  }

  /// Returns the atoms in the part that keep it from holding.
  func lacking(in node: ConditionExpression.Node) -> [ExpressionLine] {
    lines(of: node).filter {
      // A run goes on while an atom that it trusts in settles, or is being asked again.
      $0.isLackingCondition && (use != .running || $0.state == .lacks)
    }
  }

  private func append(
    _ node: ConditionExpression.Node, wanted: Bool, depth: Int, to lines: inout [ExpressionLine]
  ) {
    switch node {
    case .leaf(let leaf): lines.append(line(of: leaf, wanted: wanted, depth: depth))
    case .not(let part): append(part, wanted: !wanted, depth: depth, to: &lines)
    case .all(let parts), .any(let parts):
      let isAll = if case .all = node { wanted } else { !wanted }
      lines.append(
        ExpressionLine(
          depth: depth, text: isAll ? "all of" : "one of",
          state: holds(wanted ? node : .not(node)) ? .holds : .lacks))
      for part in parts { append(part, wanted: wanted, depth: depth + 1, to: &lines) }
    }
  }

  private func line(of leaf: ConditionLeaf, wanted: Bool, depth: Int) -> ExpressionLine {
    let (machine, moment) = (reading.machine, reading.view.moment)
    let said = reading.state(of: leaf)
    let state: PartState =
      if use == .running, said.settled != !wanted {
        said.settled == nil ? .unknown : said.met == wanted ? .holds : .settles
      } else if use == .running || said.pends {
        // A caller that waits is not to be told each time that the check is asked anew.
        .lacks
      } else if said.met == nil && said.settled != !wanted {
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
      observed: leaf.atom.check.map { reading.words(for: $0, use) }
        ?? leaf.atom.observed(machine.current, LocalTime(moment.wall, machine.zone)),
      since: leaf.atom.isOfTime || said.pends ? nil : said.since,
      source: field.flatMap { machine.observation(of: $0)?.source }, until: until)
  }

  /// Returns when time alone lets the expression hold, within the next eight days, or `nil` when it does not.
  func nextByTime(_ expression: ConditionExpression) -> WallTime? {
    let moment = reading.view.moment
    switch reading.future(of: expression).nextUsable(for: use) {
    case .date(let date): return date
    case .point(let point): return moment.wall + (point - moment.monotonic)
    case nil: return nil
    }
  }
}
