/// When it is said how far an opening is: once in a second, and when it comes to something else. Of one that
/// is over within the first second nothing is said.
struct ProgressPace {
  private static let restUSec: Int64 = 1_000_000

  private let began: Int64
  private var said: (what: OpeningStep.Work, at: Int64)?

  /// - Parameter since: The clock at the beginning, in microseconds.
  init(since: Int64) { began = since }

  /// Whether this is to be said now; the caller says it then.
  mutating func isDue(_ step: OpeningStep, at now: Int64) -> Bool {
    if let said {
      guard said.what != step.what || now - said.at >= Self.restUSec else { return false }
    } else {
      guard now - began >= Self.restUSec else { return false }
    }
    said = (step.what, now)
    return true
  }
}
