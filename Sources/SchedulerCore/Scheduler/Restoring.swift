extension Scheduler {
  /// Takes over what the store holds, without deciding anything: there is no moment yet.
  mutating func restore(tasks: [ScheduledTask], activeRuns: [Run]) {
    let active = Set(activeRuns.map(\.id))
    for var task in tasks {
      // A salvaged store may have lost a run and kept its task.
      if let run = task.runID, !active.contains(run) { task.runID = nil }
      let place: Place = task.runID == nil ? .behindRun : .running
      tables.setTask(task.id, TaskEntry(task: task, place: place, application: application(of: task)))
    }
    let byRun = Dictionary(
      tasks.compactMap { task in task.runID.map { ($0, task) } }, uniquingKeysWith: { first, _ in first })
    for run in activeRuns {
      let task = byRun[run.id]
      tables.setRun(
        run.id,
        ActiveRun(
          run: run, phase: .launching, launched: MonotonicTime(uSec: 0),
          limit: task.map { runtimeLimit(of: $0.request) } ?? .zero, enforced: task?.demands ?? [],
          target: task?.request.target ?? .command, application: task.flatMap(application(of:)),
          lastProgress: MonotonicTime(uSec: 0)))
    }
  }

  /// The first event: what still works is looked after again, what does not was interrupted, what waits takes its
  /// place.
  mutating func start(sameBoot: Bool, surviving: Set<RunID>, at moment: Moment) {
    guard volatile.phase == .starting else { return }
    volatile.phase = .running
    if !sameBoot { settleDown(at: moment) }
    for (id, entry) in tables.tasks where entry.place != .running {
      var entry = entry
      entry.retryAt = entry.task.retryNotBefore.map { date in
        let longest = entry.task.request.retry?.maximum ?? Retry().maximum
        return moment.monotonic + min(max(date - moment.wall, .zero), longest)
      }
      entry.place = place(of: entry, at: moment)
      tables.setTask(id, entry)
    }
    for active in tables.runs.values.sorted(by: { $0.run.taskID < $1.run.taskID }) {
      if surviving.contains(active.run.id) {
        adopt(active, at: moment)
      } else {
        interrupt(active, at: moment)
      }
    }
    clockChanged(at: moment)
  }

  /// The run went on while the daemon was away. Its limit counts from its start by the wall clock, which is all that
  /// is known of it.
  private mutating func adopt(_ run: ActiveRun, at moment: Moment) {
    var active = run
    let elapsed = min(max(moment.wall - active.run.started, .zero), active.limit)
    let since = MonotonicTime(uSec: moment.monotonic.uSec - elapsed.uSec)
    active.phase = .running(since: since)
    active.launched = since
    active.lastProgress = moment.monotonic
    tables.setRun(active.run.id, active)
    // What was promised to its owner before the crash is kept.
    guard active.isCancelled else { return }
    active.run.stopReason = nil
    tables.setRun(active.run.id, active)
    expire(active.run.id, .cancelledByOwner, at: moment)
  }

  /// The run died with the daemon, or while it was away.
  private mutating func interrupt(_ run: ActiveRun, at moment: Moment) {
    var active = run
    active.launched = moment.monotonic
    if active.isCancelled { return end(active, as: .cancelled, at: moment) }
    if active.run.success != nil { return end(active, as: .completed, at: moment) }
    active.run.stopReason = Reason(
      code: .daemonDied, message: "the scheduler ended without stopping it, and it is not running any more")
    end(active, as: .interrupted, at: moment)
  }

  private func application(of task: ScheduledTask) -> String? {
    guard task.request.target == .application else { return nil }
    return volatile.configuration.applications.first { application in
      application.permittedIdentifiers.contains { $0.permits(task.request.identifier) }
    }?.name
  }
}
