/// The progress of a replay that takes long, on a terminal.
///
/// Sendable: a replay calls ``show(_:of:)`` from one of its threads at a time, and nobody else writes
/// meanwhile.
final class ReplayProgress: @unchecked Sendable {
  /// The time until the line is shown, and between two drawings of it, in microseconds.
  private static let firstUSec: Int64 = 500_000
  private static let betweenUSec: Int64 = 100_000

  private let line: ProgressLine
  private let monotonic: () -> Int64
  private var nextUSec: Int64
  private var isShown = false

  init(_ invocation: Invocation) {
    line = ProgressLine(invocation)
    monotonic = invocation.context.monotonic
    nextUSec = monotonic() + Self.firstUSec
  }

  /// Draws the line when it is time to.
  func show(_ done: Int, of whole: Int) {
    let now = monotonic()
    guard now >= nextUSec else { return }
    nextUSec = now + Self.betweenUSec
    isShown = true
    line.show(Int64(done), of: Int64(whole), "replayed")
  }

  /// Removes the line if it was shown.
  func end() { if isShown { line.end() } }
}
