/// All figures of a run, beside their peers and goals.
struct Report {
  /// The path of the daemon that was measured.
  let daemon: String
  let rounds: Int
  let machine: Machine
  let sections: [Section]

  /// A figure with its judgement.
  struct Row {
    let figure: Figure
    let median: Double?
    /// The median as a multiple of the peer's.
    let ratio: Double?
    let goal: Goal.Bound?
    /// The value that the goal judges; `nil` where a program is not installed.
    let actual: Double?

    /// Whether the goal is met; `nil` where there is no goal, or nothing to judge.
    var isMet: Bool? { actual.flatMap { actual in goal?.isMet(by: actual) } }
  }

  /// All rows, in the order of the sections.
  var rows: [Row] { sections.flatMap { $0.figures.map(row) } }

  /// Whether every goal could be judged and is met.
  var meetsGoals: Bool { rows.allSatisfy { $0.goal == nil || $0.isMet == true } }

  /// Judges a figure of this report.
  func row(_ figure: Figure) -> Row {
    let peer = sections.lazy.flatMap(\.figures).first { $0.name == figure.peer }?.median
    let median = figure.median
    let goal = Goal.all.first { $0.figure == figure.name }?.bound
    return Row(
      figure: figure, median: median,
      // A median of zero has no multiples.
      ratio: median.flatMap { median in peer.flatMap { $0 == 0 ? nil : median / $0 } }, goal: goal,
      actual: median.flatMap { goal?.actual($0, peer: peer) })
  }
}
