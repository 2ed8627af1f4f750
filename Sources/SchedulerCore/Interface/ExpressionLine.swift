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

  /// A condition that does not hold, or not for long enough yet, and no part that consists of others.
  var isLackingCondition: Bool { state != .holds && observed != nil }
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
