/// A goal of a policy on devices that were not looked at.
struct Goal {
  /// A figure that a goal is about.
  enum Figure: String {
    case success = "success per start"
    case waste = "wasted per finish"
    case points = "points of finishes"
    case median = "median time"
  }

  let policy: EvaluatedPolicy
  let figure: Figure
  let minutes: Int
  let resumes: Bool
  let bound: Double

  static let all: [Goal] = [10, 30].flatMap { minutes in
    let isShort = minutes == 10
    func goal(_ policy: EvaluatedPolicy, _ figure: Figure, _ bound: Double, resumes: Bool = false) -> Goal {
      Goal(policy: policy, figure: figure, minutes: minutes, resumes: resumes, bound: bound)
    }
    return [
      goal(.hold, .success, isShort ? 1.7 : 1.8),
      goal(.holdWithLapses, .success, isShort ? 1.9 : 2.1),
    ]
      + [EvaluatedPolicy.hold, .holdWithLapses].flatMap { policy in
        [
          goal(policy, .points, -1), goal(policy, .waste, isShort ? 0.7 : 0.8), goal(policy, .median, 1.08),
        ]
      } + [goal(.holdWithLapses, .waste, isShort ? 0.35 : 0.15, resumes: true)]
  }

  var name: String {
    let isAtLeast = figure == .success || figure == .points
    return "\(policy.name), \(minutes) min\(resumes ? " with resume" : ""), \(figure.rawValue) "
      + "\(isAtLeast ? "≥" : "≤") \(bound.text(2))"
  }

  /// Returns whether the goal is about a kind of work.
  func isAbout(_ cell: EvaluatedCell) -> Bool {
    cell.work.minutes == minutes && cell.work.resumes == resumes && cell.work.perDay == 1
      && !cell.work.isAtMidnight
  }

  /// Returns the figure among a policy's.
  func value(_ scores: ComparedScores) -> Double {
    switch figure {
    case .success: scores.success.value
    case .waste: scores.waste.value
    case .points: scores.points.value
    case .median: scores.median.value
    }
  }

  func isMet(_ value: Double) -> Bool {
    figure == .success || figure == .points ? value >= bound : value <= bound
  }
}
