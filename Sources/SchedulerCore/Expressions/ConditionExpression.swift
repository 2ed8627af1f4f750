/// What a request says of the machine in its own words: conditions with `and`, `or` and `not` between them.
/// It never changes; those with the same text are the same, if what they ask is asked as the same user.
package final class ConditionExpression: Hashable, Comparable, Sendable {
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

  /// The whole.
  package let root: Node
  /// The same as text, in the form in which it is always written.
  package let text: String
  /// What it asks, each once, in the order of the text.
  let leaves: [ConditionLeaf]
  /// What of it has to be asked.
  let checks: [ConditionCheck]
  /// As whom it is asked; nil when nothing is, or when nobody has submitted it yet.
  var owner: UInt32? { checks.first?.uid }
  private let hash: Int

  /// The expression of this form.
  package init(_ root: Node) {
    self.root = root
    text = root.text
    var seen: Set<ConditionLeaf> = []
    leaves = root.leaves.filter { seen.insert($0).inserted }
    checks = leaves.compactMap(\.atom.check)
    var hasher = Hasher()
    hasher.combine(text)
    hasher.combine(checks.first?.uid)
    hash = hasher.finalize()
  }

  package static func == (left: ConditionExpression, right: ConditionExpression) -> Bool {
    left === right || (left.hash == right.hash && left.text == right.text && left.owner == right.owner)
  }

  /// Any fixed order.
  package static func < (left: ConditionExpression, right: ConditionExpression) -> Bool {
    if left.text != right.text { return left.text < right.text }
    guard let uid = right.owner else { return false }
    return left.owner.map { $0 < uid } ?? true
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  /// The same without the leaves that are not to count any more: they are taken to be as they should be. Nil
  /// when nothing is left.
  func without(_ isDropped: (ConditionLeaf) -> Bool) -> ConditionExpression? {
    root.without(isDropped, wanted: true).map(ConditionExpression.init)
  }

  /// The same, with what has to be asked asked as this user.
  package func owned(by uid: UInt32) -> ConditionExpression {
    guard !checks.isEmpty, owner != uid else { return self }
    return mapped { leaf in
      leaf.atom.check.map { ConditionLeaf(.check($0.owned(by: uid)), for: leaf.hold) } ?? leaf
    }
  }

  /// The same with each leaf changed.
  func mapped(_ change: (ConditionLeaf) -> ConditionLeaf) -> ConditionExpression {
    ConditionExpression(root.mapped(change))
  }
}

/// A condition that is asked for, and for how long it must have held.
package struct ConditionLeaf: Hashable, Sendable {
  /// What is asked.
  package var atom: ConditionAtom
  /// It counts when it has held for so long.
  package var hold: TimeSpan?

  /// A leaf.
  package init(_ atom: ConditionAtom, for hold: TimeSpan? = nil) { (self.atom, self.hold) = (atom, hold) }

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
  /// that "not known" can count for either.
  func holds(wanted: Bool = true, _ isAsWanted: (ConditionLeaf, _ wanted: Bool) -> Bool) -> Bool {
    switch self {
    case .leaf(let leaf): isAsWanted(leaf, wanted)
    case .not(let part): part.holds(wanted: !wanted, isAsWanted)
    case .all(let parts) where wanted, .any(let parts) where !wanted:
      parts.allSatisfy { $0.holds(wanted: wanted, isAsWanted) }
    case .all(let parts), .any(let parts): parts.contains { $0.holds(wanted: wanted, isAsWanted) }
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

  fileprivate func mapped(_ change: (ConditionLeaf) -> ConditionLeaf) -> Self {
    switch self {
    case .leaf(let leaf): .leaf(change(leaf))
    case .not(let part): .not(part.mapped(change))
    case .all(let parts): .all(parts.map { $0.mapped(change) })
    case .any(let parts): .any(parts.map { $0.mapped(change) })
    }
  }
}
