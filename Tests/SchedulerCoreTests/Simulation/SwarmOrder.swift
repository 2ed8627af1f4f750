@testable import SchedulerCore

/// What comes after others, and groups: who has ended since when, counted apart from the scheduler.
struct SwarmOrder {
  private var step = 0
  private var ends: [TaskKey: [(step: Int, hasSucceeded: Bool)]] = [:]
  /// When each task was accepted, or its last run began.
  private var since: [TaskID: Int] = [:]

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
        if since[task.id] == nil { since[task.id] = takenOver(by: task, tasks) ?? step }
        tasks[task.id] = task
      case .putRun(let run) where run.ended != nil && (run.outcome != .cancelled || run.hasSucceeded):
        ends[run.key, default: []].append((step, run.hasSucceeded))
      default: break
      }
    }
    var wrong: [String] = []
    for case .report(.launching(let run, _)) in decision.directives {
      guard let task = tasks[run.taskID] else { continue }
      if !isByHand(run.id) { wrong += violations(of: run, task, runs) }
      since[task.id] = step
    }
    return wrong
  }

  /// One that asks for the same goes on with what the one before it has waited for.
  /// - Parameter tasks: Those from before, and those that were accepted before it in the same event.
  private func takenOver(by task: ScheduledTask, _ tasks: [TaskID: ScheduledTask]) -> Int? {
    let earlier = tasks.values.filter { $0.key == task.key && $0.runID == nil && $0.id < task.id }
      .max { $0.id < $1.id }
    guard earlier?.request.order.predecessors == task.request.order.predecessors else { return nil }
    return earlier.flatMap { since[$0.id] }
  }

  private func violations(
    of run: Run, _ task: ScheduledTask, _ runs: some Collection<ActiveRun>
  ) -> [String] {
    var wrong: [String] = []
    for predecessor in task.request.order.predecessors where run.attempt == 1 {
      let key = TaskKey(uid: task.uid, identifier: predecessor.identifier)
      let isServed = (ends[key] ?? []).contains {
        $0.step >= since[task.id] ?? 0 && ($0.hasSucceeded || !predecessor.mustSucceed)
      }
      if !isServed { wrong.append("task \(task.id.value) was launched before \(predecessor.identifier)") }
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
