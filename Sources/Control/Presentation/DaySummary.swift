import SchedulerAPI

/// What the tasks have come to: what stands how, and how the runs of the last day ended.
struct DaySummary {
  static let lengthUSec: Int64 = 86_400_000_000

  private var tasks: [TaskStanding: [String]] = [:]
  private var results: [(word: String, count: Int)] = []

  /// Asks for the caller's tasks and runs.
  init(_ daemon: DaemonConnection, now: Int64) throws(Failure) {
    var tasks: [TaskStanding: [String]] = [:]
    try daemon.stream(SchedulerMethod.List.self, .init(lastRuns: true)) { page, _ throws(Failure) in
      for task in page.tasks {
        tasks[TaskStanding(task, now: now), default: []].append(task.request.identifier)
      }
      return true
    }
    var results: [String: Int] = [:]
    try daemon.stream(SchedulerMethod.History.self, .init()) { page, _ throws(Failure) in
      let recent = page.runs.filter { $0.startedUSec >= now - Self.lengthUSec }
      for run in recent where run.outcome != nil {
        results[RunResult(run).word, default: 0] += 1
      }
      return !recent.isEmpty
    }
    self.tasks = tasks
    self.results = results.map { (word: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.word) < ($0.count, $1.word) }
  }

  /// `12 succeeded, 1 failed`.
  var lastDay: String {
    results.isEmpty ? "nothing has run" : results.map { "\($0.count) \($0.word)" }.joined(separator: ", ")
  }

  /// What somebody has to look at: so many tasks, and the names of the first; nil when there are none.
  func text(_ standing: TaskStanding) -> String? {
    guard let names = tasks[standing] else { return nil }
    let shown = names.sorted().prefix(3).joined(separator: ", ")
    return "\(names.count): \(shown)" + (names.count > 3 ? " and \(names.count - 3) more" : "")
  }
}
