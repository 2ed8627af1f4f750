/// What a request says of the machine in its own words: conditions with `and`, `or` and `not` between them.
/// It never changes; those that are written alike are the same, if what they ask is asked as the same user.
package final class ConditionExpression: Hashable, Sendable {
  /// A part of an expression.
  package indirect enum Node: Hashable, Sendable {
    case leaf(ConditionLeaf)
    case not(Node)
    /// Two or more.
    case all([Node])
    /// Two or more.
    case any([Node])
  }

  /// So many bytes a text may have.
  package static let textLimit = 4096
  /// So many leaves an expression may have.
  package static let leafLimit = 64
  /// So deep may parts lie in each other.
  package static let depthLimit = 16

  /// What it asks, each once, in the order of the text.
  let leaves: [ConditionLeaf]
  /// How the leaves are put together.
  let program: ConditionProgram
  private let hash: Int

  /// The whole, made anew each time: what decides goes through the ``program``.
  package var root: Node { program.node(leaves) }

  /// The same as text, in the form in which it is always written. It is made anew each time.
  package var text: String { root.text }

  /// What of it has to be asked.
  var checks: some Sequence<ConditionCheck> { leaves.lazy.compactMap(\.atom.check) }

  /// Some of it has to be asked.
  var hasChecks: Bool { leaves.contains { $0.atom.check != nil } }

  /// As whom it is asked; nil when nothing is, or when nobody has submitted it yet.
  var owner: UInt32? { checks.first { _ in true }?.uid }

  /// The expression of this form.
  package init(_ root: Node) {
    let all = root.leaves
    var numbers: [ConditionLeaf: Int] = [:]
    for leaf in all where numbers[leaf] == nil { numbers[leaf] = numbers.count }
    // A text may say the same over and over: room for all of it would be held as long as the expression.
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

  /// The same without the leaves that are not to count any more: they are taken to be as they should be. Nil
  /// when nothing is left.
  func without(_ isDropped: (ConditionLeaf) -> Bool) -> ConditionExpression? {
    root.without(isDropped, wanted: true).map(ConditionExpression.init)
  }

  /// The same without how long leaves must have held, as far as it asks for less so: what must not have held
  /// for some time may hold for less.
  func withoutHolds() -> ConditionExpression { ConditionExpression(root.withoutHolds(wanted: true)) }

  /// The same, with what has to be asked asked as this user.
  package func owned(by uid: UInt32) -> ConditionExpression {
    guard hasChecks, owner != uid else { return self }
    return mapped { leaf in
      leaf.atom.check.map { ConditionLeaf(.check($0.owned(by: uid)), for: leaf.hold) } ?? leaf
    }
  }

  /// The same with each leaf changed.
  private func mapped(_ change: (ConditionLeaf) -> ConditionLeaf) -> ConditionExpression {
    ConditionExpression(root.mapped(change))
  }
}

/// A condition that is asked for, and for how long it must have held.
package struct ConditionLeaf: Hashable, Sendable {
  /// What is asked.
  package let atom: ConditionAtom
  /// Zero for at once. An optional would take eight bytes more, and there are thousands.
  private let holdUSec: Int64

  /// A leaf.
  package init(_ atom: ConditionAtom, for hold: TimeSpan? = nil) {
    self.atom = atom
    holdUSec = hold?.uSec ?? 0
  }

  /// It counts when it has held for so long; nil is at once.
  package var hold: TimeSpan? { holdUSec == 0 ? nil : TimeSpan(uSec: holdUSec) }

  /// As it is written: `idle for 10min`.
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

  /// As it is written, with the parentheses that it needs and no others.
  package var text: String { text(within: 0) }

  /// - Parameter strength: How firmly what stands around it binds: 1 is `or`, 2 `and`, 3 `not`.
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

  /// Whether it holds, when each leaf says whether what is wanted of it does: it never asks for `not`, so
  /// that "not known" can count for either. What the leaves are read from is handed on as it is: a closure
  /// that holds it would copy it for each part.
  func holds<Reading>(
    wanted: Bool = true, in reading: Reading,
    _ isAsWanted: (Reading, ConditionLeaf, _ wanted: Bool) -> Bool
  ) -> Bool {
    switch self {
    case .leaf(let leaf): return isAsWanted(reading, leaf, wanted)
    case .not(let part): return part.holds(wanted: !wanted, in: reading, isAsWanted)
    case .all(let parts), .any(let parts):
      let needsAll = if case .all = self { wanted } else { !wanted }
      for part in parts where part.holds(wanted: wanted, in: reading, isAsWanted) != needsAll {
        return !needsAll
      }
      return needsAll
    }
  }

  /// Nil when it holds whatever happens.
  fileprivate func without(_ isDropped: (ConditionLeaf) -> Bool, wanted: Bool) -> Self? {
    switch self {
    case .leaf(let leaf): return isDropped(leaf) ? nil : self
    case .not(let part): return part.without(isDropped, wanted: !wanted).map(Self.not)
    case .all(let parts), .any(let parts):
      let left = parts.map { $0.without(isDropped, wanted: wanted) }
      let isAll = if case .all = self { wanted } else { !wanted }
      let kept = left.compactMap(\.self)
      // One of several ways that is always open leaves nothing to ask.
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
