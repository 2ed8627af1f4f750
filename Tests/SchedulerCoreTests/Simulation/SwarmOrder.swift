@testable import SchedulerCore

/// What comes after others, and groups: who has ended since when, counted apart from the scheduler.
struct SwarmOrder {
  private var step = 0
  private var ends: [TaskKey: [(step: Int, hasSucceeded: Bool)]] = [:]
  /// What each task waits for.
  private var waits: [TaskID: Wait] = [:]

  private struct Wait {
    /// When the task was accepted, or its last run began.
    var since: Int
    /// What the task that it replaced had behind it.
    var served: [Predecessor] = []
  }

  /// Takes in what an event has brought about, and says what is wrong with it.
  /// - Parameters:
  ///   - store: What was stored before.
  ///   - runs: What runs after it.
  ///   - isByHand: A person has started this run.
  mutating func take(
    _ decision: Decision, _ store: StoreModel, _ runs: some Collection<ActiveRun>, isByHand: (RunID) -> Bool
  ) -> [String] {
    step += 1
    var tasks = store.tasks
    for change in decision.changes {
      switch change {
      case .putTask(let task, _):
        if waits[task.id] == nil { waits[task.id] = Wait(since: step, served: takenOver(by: task, tasks)) }
        tasks[task.id] = task
      case .putRun(let run) where run.ended != nil && (run.outcome != .cancelled || run.hasSucceeded):
        ends[run.key, default: []].append((step, run.hasSucceeded))
        if run.outcome == .missed { waits[run.taskID] = Wait(since: step) }
      default: break
      }
    }
    var wrong: [String] = []
    for case .report(.launching(let run, _)) in decision.directives {
      guard let task = tasks[run.taskID] else { continue }
      if !isByHand(run.id) { wrong += violations(of: run, task, runs) }
      waits[task.id] = Wait(since: step)
    }
    return wrong
  }

  /// What comes in place of another goes on with what that had behind it, where both name it: in place of one
  /// that waits, or behind the run of one that repeats. What is tried again has all of it behind it.
  /// - Parameter tasks: Those from before, and those that were accepted before it in the same event.
  private func takenOver(by task: ScheduledTask, _ tasks: [TaskID: ScheduledTask]) -> [Predecessor] {
    let others = tasks.values.filter { $0.key == task.key && $0.id < task.id }.sorted { $0.id < $1.id }
    let waiting = others.last { $0.runID == nil }
    guard let earlier = waiting ?? others.last(where: { $0.request.order.repeats }),
      let wait = waits[earlier.id]
    else { return [] }
    return task.request.order.predecessors.filter { predecessor in
      let before = earlier.request.order.predecessors.filter { $0.identifier == predecessor.identifier }
      guard !before.isEmpty else { return false }
      return waiting != nil && earlier.attempt > 1 || isServed(predecessor, of: task.uid, since: wait.since)
        || wait.served.contains { before.contains($0) && ($0 == predecessor || $0.mustSucceed) }
    }
  }

  /// Something of this name has ended as it should since then.
  private func isServed(_ predecessor: Predecessor, of uid: UInt32, since: Int) -> Bool {
    (ends[TaskKey(uid: uid, identifier: predecessor.identifier)] ?? []).contains {
      $0.step >= since && ($0.hasSucceeded || !predecessor.mustSucceed)
    }
  }

  private func violations(
    of run: Run, _ task: ScheduledTask, _ runs: some Collection<ActiveRun>
  ) -> [String] {
    var wrong: [String] = []
    for predecessor in task.request.order.predecessors where run.attempt == 1 {
      let wait = waits[task.id] ?? Wait(since: 0)
      if !wait.served.contains(predecessor), !isServed(predecessor, of: task.uid, since: wait.since) {
        wrong.append("task \(task.id.value) was launched before \(predecessor.identifier)")
      }
    }
    let others = runs.filter { $0.group != nil && $0.group == TaskGroup(of: task) && $0.run.key != run.key }
    if !others.isEmpty { wrong.append("two of the group \(task.request.order.group ?? "") run") }
    return wrong
  }
}

extension Swarm {
  mutating func order(_ request: inout TaskRequest) {
    guard speaks, isLikely(40) else { return }
    if isLikely(60) { request.order.group = isLikely(50) ? "g" : "h" }
    guard isLikely(50) else { return }
    let names = ["t0", "t1", "t2", "t3", "t4", "t5"].filter { $0 != request.identifier && isLikely(25) }
    request.order.predecessors = names.map { Predecessor($0, mustSucceed: isLikely(40)) }
    // As the protocol has them.
    request.order.predecessors.sort { $0.mustSucceed && !$1.mustSucceed }
    request.order.repeats = !names.isEmpty && isLikely(50)
  }
}
