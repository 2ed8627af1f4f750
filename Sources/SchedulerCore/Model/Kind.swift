/// What sort of work a task is. The names are the protocol's.
package enum Kind: String, CaseIterable, Sendable {
  /// A short, frequent update (R30).
  case refresh
  /// Minutes or hours of work, at a quiet time (R31).
  case processing
  /// Started by a person now; shows progress and goes on in the background (R50).
  case continued

  /// Whether the system may put the work off for the machine's sake (R35). What a person started is not.
  package var isDiscretionary: Bool { self != .continued }
}
