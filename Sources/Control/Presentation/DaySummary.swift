import SchedulerAPI

/// What the tasks have come to: what stands how, and how the runs of the last day ended.
struct DaySummary {
  private var tasks: [TaskStanding: [String]] = [:]
  private var results: RecentResults

  /// Asks for the caller's tasks and runs.
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

  /// `12 succeeded, 1 failed`.
  var lastDay: String {
    results.counts.isEmpty
      ? "nothing has run" : results.counts.map { "\($0.count) \($0.word)" }.joined(separator: ", ")
  }

  /// What somebody has to look at: so many tasks, and the names of the first; nil when there are none.
  func text(_ standing: TaskStanding) -> String? {
    guard let names = tasks[standing] else { return nil }
    let shown = names.sorted().prefix(3).joined(separator: ", ")
    return "\(names.count): \(shown)" + (names.count > 3 ? " and \(names.count - 3) more" : "")
  }
}
