import LinuxSystem
import SchedulerAPI
import Varlink

/// The metrics for monitoring, made of the daemon's answers.
struct MetricReport {
  /// The most tasks with samples of their own, because a monitoring system keeps a series for each of them.
  /// Tasks that need attention come first.
  static let mostTasks = 1000
  /// The most runs of a task that are searched for one that succeeded.
  private static let runsSearched = 50

  private let daemon: DaemonConnection
  private let status: SchedulerMethod.Status.Reply
  private let allUsers: Bool?
  private let now: Int64

  /// - Throws: A failure when the daemon does not answer.
  init(_ daemon: DaemonConnection, allUsers: Bool?, now: Int64) throws(Failure) {
    status = try daemon.call(SchedulerMethod.Status.self, Empty()).reply
    (self.daemon, self.allUsers, self.now) = (daemon, allUsers, now)
  }

  /// Returns the first family, which is the only one where the daemon does not answer.
  static func up(_ isUp: Bool) -> MetricFamily {
    MetricFamily("up", "Whether the daemon answered", [.init(isUp)])
  }

  func families() throws(Failure) -> [MetricFamily] {
    let tasks = try tasks()
    let shown = tasks.sorted {
      ($0.standing, $0.identifier, $0.uid) < ($1.standing, $1.identifier, $1.uid)
    }.prefix(Self.mostTasks)
    let left = MetricFamily(
      "omitted_tasks", "Tasks without samples of their own, because there are too many tasks",
      [.init(tasks.count - shown.count)])
    return [Self.up(true)] + ofDaemon + (try counts(of: tasks)) + [left] + (try each(of: Array(shown)))
  }

  // MARK: The daemon

  private var ofDaemon: [MetricFamily] {
    [
      MetricFamily("build_info", "The daemon's version", [.init(1, ("version", status.version))]),
      MetricFamily(
        "start_time", "When the daemon started, since the epoch", unit: "seconds",
        [.init(seconds: status.startedUSec)]),
      MetricFamily("pending_tasks", "Tasks of all users that wait", [.init(status.pending)]),
      MetricFamily("running_tasks", "Tasks of all users that run", [.init(status.running)]),
      MetricFamily(
        "occurrences", "Events since the daemon started", kind: .counter,
        status.counters.sorted { $0.key < $1.key }.map { .init($0.value, ("what", $0.key)) }),
      MetricFamily(
        "pauses", "Pauses in force, of these users' tasks and of everybody's",
        [.init(daemon.pauses(allUsers: allUsers).count)]),
      MetricFamily(
        "store_failing", "Whether the state cannot be written, so that nothing starts",
        [.init(status.storeFailure != nil)]),
      MetricFamily(
        "room_short", "Whether new tasks are refused because the rest of the disk is kept for ends of runs",
        [.init(status.roomShortage != nil)]),
      MetricFamily(
        "damaged_records", "Damaged records in the state file, 20 at most; bgtaskd --recover mends it",
        [.init(status.damaged?.count ?? 0)]),
      MetricFamily(
        "account_use", "A user's use of what all callers share",
        (status.accounts ?? []).flatMap { account in
          let user = Self.name(ofUser: account.uid)
          return account.uses.sorted { $0.key < $1.key }.map {
            MetricFamily.Sample($0.value, ("user", user), ("resource", $0.key))
          }
        }),
      MetricFamily(
        "account_bound", "The most that one user may use of it",
        (status.accountBounds ?? [:]).sorted { $0.key < $1.key }.map {
          .init($0.value, ("resource", $0.key))
        }),
    ]
  }

  private static func name(ofUser uid: some BinaryInteger) -> String {
    UInt32(exactly: uid).map { UserAccount(uid: $0).name } ?? String(uid)
  }

  // MARK: Tasks

  private func tasks() throws(Failure) -> [MeasuredTask] {
    var tasks: [MeasuredTask] = []
    try daemon.stream(SchedulerMethod.List.self, .init(allUsers: allUsers, lastRuns: true)) {
      page, _ throws(Failure) in
      tasks += page.tasks.map { MeasuredTask($0, now: now) }
      return true
    }
    return tasks
  }

  private func counts(of tasks: [MeasuredTask]) throws(Failure) -> [MetricFamily] {
    func count(_ standing: TaskStanding) -> [MetricFamily.Sample] {
      [.init(tasks.count { $0.standing == standing })]
    }
    let reasons = Dictionary(grouping: tasks.compactMap(\.reason)) { $0 }
    let results = try RecentResults(daemon, now: now, allUsers: allUsers)
    return [
      MetricFamily("failing_tasks", "Tasks whose last run failed", count(.failing)),
      MetricFamily("overdue_tasks", "Tasks that should have run by now", count(.overdue)),
      MetricFamily(
        "waiting_tasks", "Tasks that wait, by the first reason why",
        reasons.sorted { $0.key < $1.key }.map { .init($0.value.count, ("reason", $0.key)) }),
      MetricFamily(
        "recent_runs", "Runs that began in the last 24 hours and have ended, by outcome",
        results.counts.map { .init($0.count, ("result", $0.word)) }),
    ]
  }

  /// Returns the families that have a sample for each task.
  private func each(of tasks: [MeasuredTask]) throws(Failure) -> [MetricFamily] {
    var (results, ends, successes): ([MetricFamily.Sample], [MetricFamily.Sample], [MetricFamily.Sample])
    (results, ends, successes) = ([], [], [])
    var names: [UInt32: String] = [:]
    for task in tasks {
      guard let run = task.lastRun else { continue }
      let name = names[task.uid] ?? Self.name(ofUser: task.uid)
      names[task.uid] = name
      let (identifier, user) = (("identifier", task.identifier), ("user", name))
      results.append(.init(RunResult(run).isSuccess, identifier, user))
      if let end = run.endedUSec { ends.append(.init(seconds: end, identifier, user)) }
      if let end = try lastSuccess(of: task)?.endedUSec {
        successes.append(.init(seconds: end, identifier, user))
      }
    }
    return [
      MetricFamily("task_last_run_succeeded", "Whether the task's last run succeeded", results),
      MetricFamily(
        "task_last_run_timestamp", "When the task's last run ended, since the epoch", unit: "seconds", ends),
      MetricFamily(
        "task_last_success_timestamp", "When the task's last run that succeeded ended, since the epoch",
        unit: "seconds", successes),
    ]
  }

  /// Returns the task's last run that succeeded, or nil when none is on record.
  private func lastSuccess(of task: MeasuredTask) throws(Failure) -> Wire.Run? {
    if let run = task.lastRun, RunResult(run).isSuccess { return run }
    return try daemon.call(
      SchedulerMethod.History.self,
      .init(identifier: task.identifier, limit: Self.runsSearched, allUsers: allUsers)
    ).reply.runs.first { $0.uid == task.uid && RunResult($0).isSuccess }
  }
}
