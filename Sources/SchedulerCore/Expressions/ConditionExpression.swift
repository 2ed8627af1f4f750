/// An expression of `when` or `while`: atoms with `and`, `or` and `not` between them. An expression never
/// changes. Equal texts are equal expressions, if their checks are asked as the same user.
package final class ConditionExpression: Hashable, Sendable {
  /// A node of the tree of an expression.
  package indirect enum Node: Hashable, Sendable {
    case leaf(ConditionLeaf)
    case not(Node)
    /// Two or more nodes that all have to hold.
    case all([Node])
    /// Two or more nodes of which one has to hold.
    case any([Node])
  }

  /// The longest text, in bytes.
  package static let textLimit = 4096
  /// The largest number of atoms in an expression.
  package static let leafLimit = 64
  /// The greatest depth of nested nodes.
  package static let depthLimit = 16

  /// The atoms of the expression, each once, in the order of the text.
  let leaves: [ConditionLeaf]
  /// The structure of the expression, with indices into ``leaves``.
  let program: ConditionProgram
  private let hash: Int

  /// The tree of the expression, made anew each time: decisions use the ``program``.
  package var root: Node { program.node(leaves) }

  /// The text of the expression in its canonical form, made anew each time.
  package var text: String { root.text }

  /// The checks among the atoms.
  var checks: some Sequence<ConditionCheck> { leaves.lazy.compactMap(\.atom.check) }

  /// Whether the expression has a check.
  var hasChecks: Bool { leaves.contains { $0.atom.check != nil } }

  /// The user as whom the checks are asked; `nil` without checks and before the request has been submitted.
  var owner: UInt32? { checks.first { _ in true }?.uid }

  /// Creates the expression of this tree.
  package init(_ root: Node) {
    let all = root.leaves
    var numbers: [ConditionLeaf: Int] = [:]
    for leaf in all where numbers[leaf] == nil { numbers[leaf] = numbers.count }
    // A text may repeat itself: the capacity for all repetitions would be held as long as the expression.
    var leaves: [ConditionLeaf] = []
    leaves.reserveCapacity(numbers.count)
    for leaf in all where numbers[leaf] == leaves.count { leaves.append(leaf) }
    self.leaves = leaves
    program = ConditionProgram(root) { numbers[$0] ?? 0 }
    var hasher = Hasher()
    hasher.combine(leaves)
    hasher.combine(program)
    hash = hasher.finalize()
  }

  package static func == (left: ConditionExpression, right: ConditionExpression) -> Bool {
    left === right
      || (left.hash == right.hash && left.program == right.program && left.leaves == right.leaves)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  /// Returns the expression without the dropped atoms, which count as they are wanted; `nil` when none of it
  /// is left.
  func without(_ isDropped: (ConditionLeaf) -> Bool) -> ConditionExpression? {
    root.without(isDropped, wanted: true).map(ConditionExpression.init)
  }

  /// The expression without its checks, which count as they are wanted; `nil` when none of it is left.
  package var withoutChecks: ConditionExpression? { hasChecks ? without { $0.atom.check != nil } : self }

  /// Returns the expression without the times that atoms must have held, where that makes it hold sooner. An
  /// atom under `not` keeps its time: without it the expression would hold later.
  func withoutHolds() -> ConditionExpression { ConditionExpression(root.withoutHolds(wanted: true)) }

  /// Returns the expression with its checks asked as this user.
  package func owned(by uid: UInt32) -> ConditionExpression {
    guard hasChecks, owner != uid else { return self }
    return mapped { leaf in
      leaf.atom.check.map { ConditionLeaf(.check($0.owned(by: uid)), for: leaf.hold) } ?? leaf
    }
  }

  /// Returns the expression with each atom replaced.
  private func mapped(_ change: (ConditionLeaf) -> ConditionLeaf) -> ConditionExpression {
    ConditionExpression(root.mapped(change))
  }
}

/// An atom, and the time for which it must have held.
package struct ConditionLeaf: Hashable, Sendable {
  /// The condition that must hold.
  package let atom: ConditionAtom
  /// Zero for at once. An optional would take eight bytes more, and there are thousands of atoms.
  private let holdUSec: Int64

  package init(_ atom: ConditionAtom, for hold: TimeSpan? = nil) {
    self.atom = atom
    holdUSec = hold?.uSec ?? 0
  }

  /// The time for which the atom must have held to count; `nil` is at once.
  package var hold: TimeSpan? { holdUSec == 0 ? nil : TimeSpan(uSec: holdUSec) }

  /// The text of the atom with its time (`idle for 10min`).
  package var text: String { hold.map { "\(atom.text) for \($0.shortText)" } ?? atom.text }
}

extension ConditionExpression.Node {
  fileprivate var leaves: [ConditionLeaf] {
    switch self {
    case .leaf(let leaf): [leaf]
    case .not(let part): part.leaves
    case .all(let parts), .any(let parts): parts.flatMap(\.leaves)
    }
  }

  /// The text of the node, with the parentheses that it needs and no others.
  package var text: String { text(within: 0) }

  /// - Parameter strength: The binding strength of the surrounding node: 1 is `or`, 2 `and`, 3 `not`.
  private func text(within strength: Int) -> String {
    switch self {
    case .leaf(let leaf): return leaf.text
    case .not(let part): return "not \(part.text(within: 3))"
    case .all(let parts):
      let text = parts.map { $0.text(within: 3) }.joined(separator: " and ")
      return strength > 2 ? "(\(text))" : text
    case .any(let parts):
      let text = parts.map { $0.text(within: 2) }.joined(separator: " or ")
      return strength > 1 ? "(\(text))" : text
    }
  }

  /// Returns the node without the dropped atoms; `nil` when it then always holds.
  fileprivate func without(_ isDropped: (ConditionLeaf) -> Bool, wanted: Bool) -> Self? {
    switch self {
    case .leaf(let leaf): return isDropped(leaf) ? nil : self
    case .not(let part): return part.without(isDropped, wanted: !wanted).map(Self.not)
    case .all(let parts), .any(let parts):
      let left = parts.map { $0.without(isDropped, wanted: wanted) }
      let isAll = if case .all = self { wanted } else { !wanted }
      let kept = left.compactMap(\.self)
      // Nothing is left to ask where one of several alternatives always holds.
      if kept.isEmpty || (!isAll && kept.count < left.count) { return nil }
      if kept.count == 1 { return kept[0] }
      if case .all = self { return .all(kept) }
      return .any(kept)
    }
  }

  fileprivate func withoutHolds(wanted: Bool) -> Self {
    switch self {
    case .leaf(let leaf): .leaf(wanted ? ConditionLeaf(leaf.atom) : leaf)
    case .not(let part): .not(part.withoutHolds(wanted: !wanted))
    case .all(let parts): .all(parts.map { $0.withoutHolds(wanted: wanted) })
    case .any(let parts): .any(parts.map { $0.withoutHolds(wanted: wanted) })
    }
  }

  fileprivate func mapped(_ change: (ConditionLeaf) -> ConditionLeaf) -> Self {
    switch self {
    case .leaf(let leaf): .leaf(change(leaf))
    case .not(let part): .not(part.mapped(change))
    case .all(let parts): .all(parts.map { $0.mapped(change) })
    case .any(let parts): .any(parts.map { $0.mapped(change) })
    }
  }
}
