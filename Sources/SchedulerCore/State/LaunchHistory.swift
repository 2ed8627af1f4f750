/// How long the last launches on demand of an application took to the first line of a handler.
struct LaunchHistory: Hashable {
  /// The last one last.
  private(set) var times: [TimeSpan] = []
  /// The last one took much longer than those before it, which has been told.
  private(set) var isSlow = false

  /// So many launches are kept.
  static let kept = 20
  /// From so many on there is a median that says something.
  static let enough = 5
  /// What is shorter than this is not worth a word, however much longer it took than before.
  static let negligible = TimeSpan.milliseconds(10)

  /// The median of the last launches, when this one takes more than twice as long; nil when it does not, and
  /// when they are too few.
  func median(exceededTwiceBy time: TimeSpan) -> TimeSpan? {
    guard times.count >= Self.enough, time > Self.negligible else { return nil }
    let median = times.sorted()[(times.count - 1) / 2]
    return time > median + median ? median : nil
  }

  /// Takes a launch in. Slow ones count as well: what stays slow becomes usual.
  /// - Returns: Whether it is slow and the one before was not.
  mutating func add(_ time: TimeSpan) -> Bool {
    let wasSlow = isSlow
    isSlow = median(exceededTwiceBy: time) != nil
    times = times.suffix(Self.kept - 1) + [time]
    return isSlow && !wasSlow
  }
}
