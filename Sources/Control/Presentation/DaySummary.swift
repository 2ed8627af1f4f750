import SchedulerAPI

/// The tasks by standing, and the results of the last day's runs.
struct DaySummary {
  private var tasks: [TaskStanding: [String]] = [:]
  private var results: RecentResults

  /// Asks the daemon for the caller's tasks and runs.
  init(_ daemon: DaemonConnection, now: Int64) throws(Failure) {
    var tasks: [TaskStanding: [String]] = [:]
    try daemon.stream(SchedulerMethod.List.self, .init(lastRuns: true)) { page, _ throws(Failure) in
      for task in page.tasks {
        tasks[TaskStanding(task, now: now), default: []].append(task.request.identifier)
      }
      return true
    }
    self.tasks = tasks
    results = try RecentResults(daemon, now: now)
  }

  /// The results of the last day: `12 succeeded, 1 failed`.
  var lastDay: String {
    results.counts.isEmpty
      ? "nothing has run" : results.counts.map { "\($0.count) \($0.word)" }.joined(separator: ", ")
  }

  /// Returns the number of tasks with the standing and the first of their names, or nil when there are none.
  func text(_ standing: TaskStanding) -> String? {
    guard let names = tasks[standing] else { return nil }
    let shown = names.sorted().prefix(3).joined(separator: ", ")
    return "\(names.count): \(shown)" + (names.count > 3 ? " and \(names.count - 3) more" : "")
  }
}
