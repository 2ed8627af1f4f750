/// A search of an expression for the checks to ask. A check is left alone when its answer counts for nothing,
/// because another atom lacks or is enough.
struct CheckInquiry {
  private let expression: ConditionExpression
  /// The present states of the expression's atoms, in their order.
  private let states: [LeafState]
  /// The atoms that are as they are wanted. A check that has to be asked is not.
  private let answers: AtomAnswers
  /// The same, with the checks that have to be asked.
  private let possible: AtomAnswers

  /// - Parameter counts: Returns whether a state is as wanted; false for a check that has to be asked.
  init(
    _ expression: ConditionExpression, _ states: [LeafState], _ counts: (LeafState, _ wanted: Bool) -> Bool
  ) {
    (self.expression, self.states) = (expression, states)
    answers = AtomAnswers(states.count) { counts(states[$0], $1) }
    possible = AtomAnswers(states.count) { states[$0].pends || counts(states[$0], $1) }
  }

  /// Whether the expression holds, or answers could let it hold.
  var couldHold: Bool { couldHold(0, wanted: true) }

  /// The checks to ask now, each once.
  var checks: [ConditionCheck] {
    var numbers: [Int] = []
    collectChecks(of: 0, wanted: true, &numbers)
    var seen: Set<Int> = []
    return numbers.filter { seen.insert($0).inserted }.compactMap { expression.leaves[$0].atom.check }
  }

  /// The point until which answers let the expression hold, while it does; `nil` for ever.
  var holding: MonotonicTime? { holding(0, wanted: true) }

  private func couldHold(_ place: Int, wanted: Bool) -> Bool {
    expression.program.holds(possible, at: place, wanted: wanted)
  }

  private func holds(_ place: Int, wanted: Bool) -> Bool {
    expression.program.holds(answers, at: place, wanted: wanted)
  }

  private func collectChecks(of place: Int, wanted: Bool, _ numbers: inout [Int]) {
    guard couldHold(place, wanted: wanted), !holds(place, wanted: wanted) else { return }
    switch expression.program.part(at: place) {
    case .leaf(let number): if expression.leaves[number].atom.check != nil { numbers.append(number) }
    case .not(let part): collectChecks(of: part, wanted: !wanted, &numbers)
    case .several(let parts, _): for part in parts { collectChecks(of: part, wanted: wanted, &numbers) }
    }
  }

  private func holding(_ place: Int, wanted: Bool) -> MonotonicTime? {
    switch expression.program.part(at: place) {
    case .leaf(let number): return states[number].expires
    case .not(let part): return holding(part, wanted: !wanted)
    case .several(let parts, let isAll) where isAll == wanted:
      return parts.compactMap { holding($0, wanted: wanted) }.min()
    case .several(let parts, _):
      // A part that does not hold helps nothing, and one that needs no answer holds on.
      let times = parts.filter { holds($0, wanted: wanted) }.map { holding($0, wanted: wanted) }
      return times.contains(nil) ? nil : times.compactMap(\.self).max()
    }
  }
}
