import SchedulerAPI

/// The tasks by standing, and the results of the last day's runs.
struct DaySummary {
  private typealias Dated = (until: Int64, identifier: String)

  private var tasks: [TaskStanding: [String]] = [:]
  /// The tasks whose windows have to last, each with its date.
  private var held: [Dated] = []
  /// The tasks whose work is frozen, each with the date on which it is told to stop.
  private var frozen: [Dated] = []
  private var results: RecentResults
  /// The waits of tasks for others that are not there.
  private let vain: [VainWait]

  /// Asks the daemon for the caller's tasks and runs.
  init(_ daemon: DaemonConnection, now: Int64) throws(Failure) {
    var tasks: [TaskStanding: [String]] = [:]
    var (held, frozen): ([Dated], [Dated]) = ([], [])
    var (ordered, identifiers): ([Wire.Task], Set<String>) = ([], [])
    try daemon.stream(SchedulerMethod.List.self, .init(lastRuns: true)) { page, _ throws(Failure) in
      for task in page.tasks {
        tasks[TaskStanding(task, now: now), default: []].append(task.request.identifier)
        identifiers.insert(task.request.identifier)
        if task.request.order != nil { ordered.append(Self.orderOnly(task)) }
        if let date = TaskTable.heldUntil(task, now: now) { held.append((date, task.request.identifier)) }
        if let date = task.frozenUntilUSec { frozen.append((date, task.request.identifier)) }
      }
      return true
    }
    self.tasks = tasks
    self.held = held.sorted { ($0.until, $0.identifier) < ($1.until, $1.identifier) }
    self.frozen = frozen.sorted { ($0.until, $0.identifier) < ($1.until, $1.identifier) }
    results = try RecentResults(daemon, now: now)
    var (waits, vain) = (VainWaits(daemon) { identifiers.contains($0) }, [VainWait]())
    for task in ordered {
      if let wait = try waits.first(of: task) { vain.append(wait) }
    }
    self.vain = vain.sorted { $0.identifier < $1.identifier }
  }

  /// The results of the last day: `12 succeeded, 1 failed`.
  var lastDay: String {
    results.counts.isEmpty
      ? "nothing has run" : results.counts.map { "\($0.count) \($0.word)" }.joined(separator: ", ")
  }

  /// Returns the number of tasks with the standing and the first of their names, or nil when there are none.
  func text(_ standing: TaskStanding) -> String? { tasks[standing].map { Self.text($0.sorted()) } }

  /// The number of tasks that wait for another one that is not there, the first of them, and what to do; nil
  /// when there are none.
  var vainText: String? {
    guard let first = vain.first else { return nil }
    let others = vain.dropFirst().prefix(2).map(\.identifier)
    let left = vain.count - 1 - others.count
    let more = others.isEmpty ? "" : "; also " + others.joined(separator: ", ")
    return "\(vain.count): \(first.words) (\(first.step))\(more)" + (left > 0 ? " and \(left) more" : "")
  }

  /// Returns the task with what its order is about, and without what may be large: its command.
  private static func orderOnly(_ task: Wire.Task) -> Wire.Task {
    var task = task
    (task.request.command, task.request.content) = (nil, nil)
    return task
  }

  /// Returns the number of tasks whose windows have to last, and the first of them with their dates; nil when
  /// there are none.
  func heldText(for invocation: Invocation) -> String? { Self.text(held, for: invocation) }

  /// Returns the number of tasks whose work is frozen, and the first of them with their dates; nil when there
  /// are none.
  func frozenText(for invocation: Invocation) -> String? { Self.text(frozen, for: invocation) }

  private static func text(_ tasks: [Dated], for invocation: Invocation) -> String? {
    tasks.isEmpty ? nil : text(tasks.map { "\($0.identifier) until \(invocation.nearDate($0.until))" })
  }

  private static func text(_ names: [String]) -> String {
    let shown = names.prefix(3).joined(separator: ", ")
    return "\(names.count): \(shown)" + (names.count > 3 ? " and \(names.count - 3) more" : "")
  }
}
