/// An expression as the machine is now, part by part.
struct ExpressionReading {
  private let reading: MachineReading
  /// For what somebody wants to know it.
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

  /// The part and its parts. What is said of all of them by `not` is shown of each: `not (a or b)` is all of
  /// `not a` and `not b`.
  func lines(of node: ConditionExpression.Node) -> [ExpressionLine] {
    var lines: [ExpressionLine] = []
    append(node, wanted: true, depth: 0, to: &lines)
    return lines
  }

  /// The conditions in the part that keep it from holding.
  func lacking(in node: ConditionExpression.Node) -> [ExpressionLine] {
    lines(of: node).filter {
      // What runs goes on while what it trusts in settles, or is being asked again.
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
        // Nobody who waits is to be told each time that it is asked anew.
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

  /// When time alone lets it hold, if nothing else changes: within the next eight days, nil when it does not.
  func nextByTime(_ expression: ConditionExpression) -> WallTime? {
    let moment = reading.view.moment
    switch reading.future(of: expression).nextUsable(for: use) {
    case .date(let date): return date
    case .point(let point): return moment.wall + (point - moment.monotonic)
    case nil: return nil
    }
  }
}
