/// A line of an explained expression: a part of it, and whether it holds. Deeper lines are its parts.
package struct ExpressionLine: Hashable, Sendable {
  /// The depth of the part in the expression, from 0.
  package var depth: Int
  /// The part as it is written; `all of` or `one of` for a part that has parts.
  package var text: String
  /// Whether the part holds.
  package var state: PartState
  /// The value that an atom observes; `nil` for a part that has parts.
  package var observed: String?
  /// The date since which the atom observes it.
  package var since: WallTime?
  /// The source of the value.
  package var source: String?
  /// The date on which time alone changes the state, as far as is known.
  package var until: WallTime?

  /// Whether it is an atom that does not hold, or not for long enough yet.
  var isLackingCondition: Bool { state != .holds && observed != nil }
}

/// Whether a part of an expression holds. The names are the protocol's.
package enum PartState: String, CaseIterable, Sendable {
  case holds
  case lacks
  /// The part holds or does not, and must for a while longer before that counts.
  case settles
  /// The state of the part is unknown.
  case unknown
}
