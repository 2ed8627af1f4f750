/// The times that the steps of a program have taken in its last starts.
struct StartupHistory: Codable, Hashable, Sendable {
  /// The times in seconds by the steps' names, the last one last.
  private(set) var durations: [String: [Double]] = [:]

  /// The number of starts that are kept.
  static let kept = 20
  /// The number of starts from which on there is a median.
  static let enough = 5
  /// The time up to which a step is never slow, however much longer it took than before.
  static let negligible = Duration.milliseconds(10)

  /// Returns the median of the step's last starts; nil when they are too few.
  func median(of step: String) -> Duration? {
    guard let durations = durations[step]?.sorted(), durations.count >= Self.enough else { return nil }
    return .seconds(durations[(durations.count - 1) / 2])
  }

  /// Whether the step took more than twice its median.
  func isRegression(_ duration: Duration, of step: String) -> Bool {
    guard let median = median(of: step), duration > Self.negligible else { return false }
    return duration > median * 2
  }

  /// Adds the time of a step in one start.
  mutating func add(_ duration: Duration, of step: String) {
    durations[step] = (durations[step] ?? []).suffix(Self.kept - 1) + [duration / .seconds(1)]
  }

  /// Forgets the steps that the program does not have any more.
  mutating func keep(_ steps: Set<String>) { durations = durations.filter { steps.contains($0.key) } }
}
