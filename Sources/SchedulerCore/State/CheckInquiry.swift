/// Goes through an expression for what has to be asked: that whose answer counts for nothing, because
/// something else is lacking or is enough, is left alone.
struct CheckInquiry {
  let states: [ConditionLeaf: LeafState]
  /// False of what has to be asked.
  let isAsWanted: (LeafState, _ wanted: Bool) -> Bool

  /// Answers could let the part hold, or it does.
  func couldHold(_ node: ConditionExpression.Node, wanted: Bool = true) -> Bool {
    node.holds(wanted: wanted) { leaf, wanted in
      states[leaf].map { $0.pends || isAsWanted($0, wanted) } ?? true
    }
  }

  /// What to ask now about a part.
  func checks(of node: ConditionExpression.Node, wanted: Bool = true) -> [ConditionCheck] {
    guard couldHold(node, wanted: wanted), !holds(node, wanted: wanted) else { return [] }
    switch node {
    case .leaf(let leaf): return leaf.atom.check.map { [$0] } ?? []
    case .not(let part): return checks(of: part, wanted: !wanted)
    case .all(let parts), .any(let parts): return parts.flatMap { checks(of: $0, wanted: wanted) }
    }
  }

  /// Until when the answers let the part hold, which it does; nil is for ever.
  func holding(_ node: ConditionExpression.Node, wanted: Bool = true) -> MonotonicTime? {
    switch node {
    case .leaf(let leaf): return states[leaf]?.expires
    case .not(let part): return holding(part, wanted: !wanted)
    case .all(let parts) where wanted, .any(let parts) where !wanted:
      return parts.compactMap { holding($0, wanted: wanted) }.min()
    case .all(let parts), .any(let parts):
      // What does not hold helps nothing, and what needs no answer holds on.
      let times = parts.filter { holds($0, wanted: wanted) }.map { holding($0, wanted: wanted) }
      return times.contains(nil) ? nil : times.compactMap(\.self).max()
    }
  }

  private func holds(_ node: ConditionExpression.Node, wanted: Bool) -> Bool {
    node.holds(wanted: wanted) { leaf, wanted in states[leaf].map { isAsWanted($0, wanted) } ?? true }
  }
}
