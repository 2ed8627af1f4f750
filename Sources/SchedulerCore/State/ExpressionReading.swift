/// The lines that explain an expression, part by part, by the machine's present state.
struct ExpressionReading {
  private let reading: MachineReading
  /// The use for which the expression is read.
  private let use: ExpressionUse

  init(_ reading: MachineReading, for use: ExpressionUse) {
    self.reading = reading
    self.use = use
  }

  /// Returns whether the node at this index holds, or does not hold where that is wanted.
  func holds(_ expression: ConditionExpression, at place: Int = 0, wanted: Bool = true) -> Bool {
    expression.program.holds(at: place, wanted: wanted) { number, wanted in
      reading.state(of: expression.leaves[number]).counts(as: wanted, for: use)
    }
  }

  /// Returns the lines of the node at this index and its parts. A `not` of several is shown at each: `not (a
  /// or b)` is all of `not a` and `not b`.
  func lines(of expression: ConditionExpression, at place: Int = 0) -> [ExpressionLine] {
    var lines: [ExpressionLine] = []
    append(expression, place, wanted: true, depth: 0, to: &lines)
    return lines
  }

  /// Returns the parts of the expression that have to hold and do not, each with the atoms that keep it from
  /// holding.
  func lacking(in expression: ConditionExpression) -> [(text: String, atoms: [ExpressionLine])] {
    let program = expression.program
    let parts: [Int] = if case .several(let parts, isAll: true) = program.part(at: 0) { parts } else { [0] }
    return parts.filter { !holds(expression, at: $0) }.map { part in
      let atoms = lines(of: expression, at: part).filter {
        // A run goes on while an atom that it trusts in settles, or is being asked again.
        $0.isLackingCondition && (use != .running || $0.state == .lacks)
      }
      return (program.node(expression.leaves, at: part).text, atoms)
    }
  }

  private func append(
    _ expression: ConditionExpression, _ place: Int, wanted: Bool, depth: Int,
    to lines: inout [ExpressionLine]
  ) {
    switch expression.program.part(at: place) {
    case .leaf(let number):
      lines.append(line(of: expression.leaves[number], wanted: wanted, depth: depth))
    case .not(let part): append(expression, part, wanted: !wanted, depth: depth, to: &lines)
    case .several(let parts, let isAll):
      lines.append(
        ExpressionLine(
          depth: depth, text: isAll == wanted ? "all of" : "one of",
          state: holds(expression, at: place, wanted: wanted) ? .holds : .lacks))
      for part in parts { append(expression, part, wanted: wanted, depth: depth + 1, to: &lines) }
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

  /// Returns when time alone lets the expression hold, within the next eight days; `nil` when it does not, or
  /// when that takes too long to find.
  func nextByTime(_ expression: ConditionExpression) -> WallTime? {
    date(reading.future(of: expression).forecast(for: use))
  }

  /// Returns the date before which the expression does not hold, whatever comes; `nil` when there is none.
  func earliest(_ expression: ConditionExpression) -> WallTime? {
    date(reading.future(of: expression).earliest(for: use))
  }

  private func date(_ instant: ExpressionFuture.Instant?) -> WallTime? {
    let moment = reading.view.moment
    switch instant {
    case .date(let date): return date
    case .point(let point): return moment.wall + (point - moment.monotonic)
    case nil: return nil
    }
  }
}
