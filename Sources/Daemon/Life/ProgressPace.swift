/// The pace at which an opening's progress is reported: once a second, and at each new kind of work. An
/// opening that is over within the first second reports nothing.
struct ProgressPace {
  private static let restUSec: Int64 = 1_000_000

  private let began: Int64
  private var said: (what: OpeningStep.Work, at: Int64)?

  /// - Parameter since: The clock at the beginning, in microseconds.
  init(since: Int64) { began = since }

  /// Whether this step is to be reported now; the caller then reports it.
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
