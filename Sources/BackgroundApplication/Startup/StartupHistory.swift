/// How long the steps of a program have taken in its last starts.
struct StartupHistory: Codable, Hashable, Sendable {
  /// In seconds, the last one last, by the steps' names.
  private(set) var durations: [String: [Double]] = [:]

  /// So many starts are kept.
  static let kept = 20
  /// From so many on there is a median that says something.
  static let enough = 5
  /// What is shorter than this is not worth a word, however much longer it took than before.
  static let negligible = Duration.milliseconds(10)

  /// Half of the last starts took at most this for the step; nil when they are too few.
  func median(of step: String) -> Duration? {
    guard let durations = durations[step]?.sorted(), durations.count >= Self.enough else { return nil }
    return .seconds(durations[(durations.count - 1) / 2])
  }

  /// Whether the step took much longer than it did.
  func isRegression(_ duration: Duration, of step: String) -> Bool {
    guard let median = median(of: step), duration > Self.negligible else { return false }
    return duration > median * 2
  }

  /// Takes a start in.
  mutating func add(_ duration: Duration, of step: String) {
    durations[step] = (durations[step] ?? []).suffix(Self.kept - 1) + [duration / .seconds(1)]
  }

  /// What is no step of the program any more is forgotten.
  mutating func keep(_ steps: Set<String>) { durations = durations.filter { steps.contains($0.key) } }
}
