/// The pace at which an identifier of a user is launched (R39). Runs that end within a moment and follow each
/// other within another, over and over, are slowed by growing pauses: a handler that first submits itself
/// again, or a command that fails at once, would otherwise take all that the machine can start. A pace is
/// kept while it has an effect.
struct Pace: Hashable {
  /// A run that is over within this ended at once, and one that begins within this after it followed at once.
  static let moment = TimeSpan.seconds(1)
  /// The number of such runs in a row that are not slowed.
  static let free = 10
  static let longestPause = TimeSpan.minutes(1)
  private static let pauses = Retry(initial: .seconds(1), maximum: longestPause, maximumAttempts: .max)

  /// The point of the last launch.
  var launched: MonotonicTime
  /// The number of runs in a row that ended at once and followed each other at once.
  private(set) var quickEnds = 0
  /// The point at which the identifier may be launched again.
  private(set) var restUntil: MonotonicTime?
  /// The last launch as processing work of an application, which keeps a distance (R37).
  private(set) var spacedSince: MonotonicTime?
  /// The point until which the pace has an effect besides the distance.
  private var countsUntil: MonotonicTime

  /// - Parameter isSpaced: Whether this launch keeps the next one at a distance.
  init(launched: MonotonicTime, after before: Pace?, isSpaced: Bool = false) {
    self.launched = launched
    spacedSince = isSpaced ? launched : before?.spacedSince
    if let before, let rest = before.restUntil, launched <= rest + Self.moment {
      quickEnds = before.quickEnds
    }
    countsUntil = launched + Self.moment
  }

  /// Returns the point from which the pace has no effect.
  func forgetAt(_ spacing: TimeSpan) -> MonotonicTime {
    max(countsUntil, spacedSince.map { $0 + spacing } ?? countsUntil)
  }

  /// Notes the end of the run.
  /// - Parameter hasProgressed: Whether the run has come further, and so did not begin over and over.
  mutating func end(at now: MonotonicTime, hasProgressed: Bool) {
    quickEnds = now < launched + Self.moment && !hasProgressed ? quickEnds + 1 : 0
    let pause = quickEnds > Self.free ? Self.pauses.pause(afterAttempts: quickEnds - Self.free) : nil
    restUntil = now + (pause ?? .zero)
    countsUntil = max(countsUntil, now + (pause ?? .zero) + Self.moment)
  }
}
