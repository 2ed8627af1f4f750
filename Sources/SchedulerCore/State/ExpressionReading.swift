/// An expression as it stands by the machine's present state: whether it holds, the lines that explain it,
/// and when it may hold.
struct ExpressionReading {
  private let expression: ConditionExpression
  private let reading: MachineReading
  /// The use for which the expression is read.
  private let use: ExpressionUse
  /// The present states of the expression's atoms, in their order.
  private let states: [LeafState]
  /// The atoms that are as they are wanted.
  private let answers: AtomAnswers

  init(_ expression: ConditionExpression, _ reading: MachineReading, for use: ExpressionUse) {
    (self.expression, self.reading, self.use) = (expression, reading, use)
    let states = reading.states(of: expression)
    self.states = states
    answers = AtomAnswers(states.count) { states[$0].counts(as: $1, for: use) }
  }

  /// Whether the expression holds.
  var holds: Bool { holds(at: 0) }

  /// Returns whether the node at this index holds, or does not hold where that is wanted.
  private func holds(at place: Int, wanted: Bool = true) -> Bool {
    expression.program.holds(answers, at: place, wanted: wanted)
  }

  /// The lines of the expression and its parts. A `not` of several is shown at each: `not (a or b)` is all of
  /// `not a` and `not b`.
  var lines: [ExpressionLine] { lines(at: 0) }

  private func lines(at place: Int) -> [ExpressionLine] {
    var lines: [ExpressionLine] = []
    append(place, wanted: true, depth: 0, to: &lines)
    return lines
  }

  /// The parts of the expression that have to hold and do not, each with the atoms that keep it from holding.
  var lacking: [(text: String, atoms: [ExpressionLine])] {
    let program = expression.program
    let parts: [Int] = if case .several(let parts, isAll: true) = program.part(at: 0) { parts } else { [0] }
    return parts.filter { !holds(at: $0) }.map { part in
      let atoms = lines(at: part).filter {
        // A run goes on while an atom that it trusts in settles, or is being asked again.
        $0.isLackingCondition && (use != .running || $0.state == .lacks)
      }
      return (program.node(expression.leaves, at: part).text, atoms)
    }
  }

  private func append(_ place: Int, wanted: Bool, depth: Int, to lines: inout [ExpressionLine]) {
    switch expression.program.part(at: place) {
    case .leaf(let number):
      lines.append(line(of: number, wanted: wanted, depth: depth))
    case .not(let part): append(part, wanted: !wanted, depth: depth, to: &lines)
    case .several(let parts, let isAll):
      lines.append(
        ExpressionLine(
          depth: depth, text: isAll == wanted ? "all of" : "one of",
          state: holds(at: place, wanted: wanted) ? .holds : .lacks))
      for part in parts { append(part, wanted: wanted, depth: depth + 1, to: &lines) }
    }
  }

  private func line(of number: Int, wanted: Bool, depth: Int) -> ExpressionLine {
    let (leaf, said) = (expression.leaves[number], states[number])
    let (machine, moment) = (reading.machine, reading.view.moment)
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

  /// When time alone lets the expression hold, within the next eight days; `nil` when it does not, or when
  /// that takes too long to find.
  var nextByTime: WallTime? { date(future.forecast(for: use)) }

  /// The date before which the expression does not hold, whatever comes; `nil` when there is none.
  var earliest: WallTime? { date(future.earliest(for: use)) }

  private var future: ExpressionFuture { ExpressionFuture(expression, states, reading.view) }

  private func date(_ instant: ExpressionFuture.Instant?) -> WallTime? {
    let moment = reading.view.moment
    switch instant {
    case .date(let date): return date
    case .point(let point): return moment.wall + (point - moment.monotonic)
    case nil: return nil
    }
  }
}
