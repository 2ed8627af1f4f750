import SchedulerAPI

/// The tasks by standing, and the results of the last day's runs.
struct DaySummary {
  private var tasks: [TaskStanding: [String]] = [:]
  /// The tasks whose windows have to last, each with its date.
  private var held: [(until: Int64, identifier: String)] = []
  private var results: RecentResults

  /// Asks the daemon for the caller's tasks and runs.
  init(_ daemon: DaemonConnection, now: Int64) throws(Failure) {
    var tasks: [TaskStanding: [String]] = [:]
    var held: [(until: Int64, identifier: String)] = []
    try daemon.stream(SchedulerMethod.List.self, .init(lastRuns: true)) { page, _ throws(Failure) in
      for task in page.tasks {
        tasks[TaskStanding(task, now: now), default: []].append(task.request.identifier)
        if let date = TaskTable.heldUntil(task, now: now) { held.append((date, task.request.identifier)) }
      }
      return true
    }
    self.tasks = tasks
    self.held = held.sorted { ($0.until, $0.identifier) < ($1.until, $1.identifier) }
    results = try RecentResults(daemon, now: now)
  }

  /// The results of the last day: `12 succeeded, 1 failed`.
  var lastDay: String {
    results.counts.isEmpty
      ? "nothing has run" : results.counts.map { "\($0.count) \($0.word)" }.joined(separator: ", ")
  }

  /// Returns the number of tasks with the standing and the first of their names, or nil when there are none.
  func text(_ standing: TaskStanding) -> String? { tasks[standing].map { Self.text($0.sorted()) } }

  /// Returns the number of tasks whose windows have to last, and the first of them with their dates; nil when
  /// there are none.
  func heldText(for invocation: Invocation) -> String? {
    held.isEmpty
      ? nil : Self.text(held.map { "\($0.identifier) until \(invocation.shortDate($0.until))" })
  }

  private static func text(_ names: [String]) -> String {
    let shown = names.prefix(3).joined(separator: ", ")
    return "\(names.count): \(shown)" + (names.count > 3 ? " and \(names.count - 3) more" : "")
  }
}
