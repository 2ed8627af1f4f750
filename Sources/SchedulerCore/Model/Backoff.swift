/// How pauses grow from one attempt to the next.
package enum Backoff: String, CaseIterable, Sendable {
  /// No pause.
  case none
  /// The first pause times the number of attempts made.
  case linear
  /// Each pause is twice the one before.
  case exponential
}
