/// The times of an application's last launches on demand, each up to the first line of a handler.
struct LaunchHistory: Hashable {
  /// The times, the newest last.
  private(set) var times: [TimeSpan] = []
  /// Whether the last launch took much longer than those before it, which was told.
  private(set) var isSlow = false

  /// The number of launches that are kept.
  static let kept = 20
  /// The least number of launches for a median.
  static let enough = 5
  /// A launch of at most this time is never slow.
  static let negligible = TimeSpan.milliseconds(10)

  /// Returns the median of the last launches when this one takes more than twice as long, or `nil` when it
  /// does not or they are too few.
  func median(exceededTwiceBy time: TimeSpan) -> TimeSpan? {
    guard times.count >= Self.enough, time > Self.negligible else { return nil }
    let median = times.sorted()[(times.count - 1) / 2]
    return time > median + median ? median : nil
  }

  /// Takes in a launch. Slow launches count as well: a launch that stays slow becomes usual.
  /// - Returns: Whether this launch is slow and the one before was not.
  mutating func add(_ time: TimeSpan) -> Bool {
    let wasSlow = isSlow
    isSlow = median(exceededTwiceBy: time) != nil
    times = times.suffix(Self.kept - 1) + [time]
    return isSlow && !wasSlow
  }
}
