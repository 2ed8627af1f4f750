/// How fast an identifier of a user comes round. What ends within a moment and begins again within another,
/// over and over, is slowed with growing pauses: a handler that asks for itself again first thing, or a
/// command that fails at once, would otherwise take all that the machine can start. Kept for as long as it
/// has an effect.
struct Pace: Hashable {
  /// A run that is over within this ended at once, and one that begins within this after it followed at once.
  static let moment = TimeSpan.seconds(1)
  /// So many in a row are nobody's affair.
  static let free = 10
  static let longestPause = TimeSpan.minutes(1)
  private static let pauses = Retry(initial: .seconds(1), maximum: longestPause, maximumAttempts: .max)

  /// In the order of what is forgotten first; no two keys are equal.
  struct Due: Comparable {
    var time: MonotonicTime
    var key: TaskKey

    static func < (left: Due, right: Due) -> Bool { (left.time, left.key) < (right.time, right.key) }
  }

  /// When it was last launched.
  var launched: MonotonicTime
  /// How many runs in a row ended at once and followed each other at once.
  private(set) var quickEnds = 0
  /// When it may begin again.
  private(set) var restUntil: MonotonicTime?
  /// When it was last launched as processing work of an application, which keeps a distance (R37).
  private(set) var spacedSince: MonotonicTime?
  /// So long it has an effect besides the distance.
  private var countsUntil: MonotonicTime

  /// - Parameter isSpaced: Whether this launch keeps the next one away.
  init(launched: MonotonicTime, after before: Pace?, isSpaced: Bool = false) {
    self.launched = launched
    spacedSince = isSpaced ? launched : before?.spacedSince
    if let before, let rest = before.restUntil, launched <= rest + Self.moment {
      quickEnds = before.quickEnds
    }
    countsUntil = launched + Self.moment
  }

  /// From then on it is as if it had never been.
  func forgetAt(_ spacing: TimeSpan) -> MonotonicTime {
    max(countsUntil, spacedSince.map { $0 + spacing } ?? countsUntil)
  }

  /// Its run has ended.
  /// - Parameter hasProgressed: It has not begun over and over, but gone on.
  mutating func end(at now: MonotonicTime, hasProgressed: Bool) {
    quickEnds = now < launched + Self.moment && !hasProgressed ? quickEnds + 1 : 0
    let pause = quickEnds > Self.free ? Self.pauses.pause(afterAttempts: quickEnds - Self.free) : nil
    restUntil = now + (pause ?? .zero)
    countsUntil = max(countsUntil, now + (pause ?? .zero) + Self.moment)
  }
}
