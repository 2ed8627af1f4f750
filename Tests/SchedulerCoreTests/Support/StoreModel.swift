import SchedulerCore

/// What a store holds after the changes that it was given, and which of them it would have refused.
@dynamicMemberLookup
struct StoreModel: Hashable {
  private var state = StoredState()
  /// What a store would have refused.
  private(set) var mistakes: [String] = []

  subscript<Value>(dynamicMember member: KeyPath<StoredState, Value>) -> Value { state[keyPath: member] }

  init(tasks: [ScheduledTask] = [], runs: [Run] = [], declarations: [DeclarationRecord] = []) {
    for task in tasks { apply(.putTask(task, payload: nil)) }
    for run in runs { apply(.putRun(run)) }
    for record in declarations { apply(.putDeclaration(record)) }
    mistakes = []
  }

  /// Takes out what of these users a start leaves where it is: all that waits.
  mutating func takeOut(_ users: Set<UInt32>) -> [ScheduledTask] {
    let left = state.tasks.values.filter { users.contains($0.uid) && $0.runID == nil }
    for task in left { state.apply(.deleteTask(task.id)) }
    return left
  }

  /// What a start takes in. What was held back may be younger than what its user's run has left since then
  /// for another attempt, and then it counts.
  var tasksThatCount: [ScheduledTask] {
    let waiting = state.tasks.values.filter { $0.runID == nil }
    let youngest = Dictionary(waiting.map { ($0.key, $0.id) }) { max($0, $1) }
    return state.tasks.values.filter { $0.runID != nil || youngest[$0.key] == $0.id }
  }

  /// Returns the tasks as a daemon of this boot sees them: leases of others are over.
  func tasksSeen(in boot: BootID) -> [ScheduledTask] {
    state.tasks.values.map { task in
      var task = task
      if let lease = task.lease { task.lease = lease.seen(in: boot) }
      return task
    }
  }

  mutating func putBack(_ left: [ScheduledTask]) {
    for task in left { state.apply(.putTask(task, payload: nil)) }
  }

  mutating func apply(_ change: StoreChange) {
    switch change {
    case .putTask(let task, nil) where state.tasks[task.id] == nil && task.program == nil:
      mistakes.append("task \(task.id.value) has no payload")
    case .deleteTask(let id) where state.tasks[id] == nil:
      mistakes.append("task \(id.value) was deleted twice")
    case .putRun(let run) where state.runs[run.id]?.ended != nil: mistakes.append("run \(run.id) ended twice")
    case .deleteEnd(let id) where state.ends[id] == nil: mistakes.append("end \(id) was deleted twice")
    case .deleteDeclaration(let task) where state.declarations[task] == nil:
      mistakes.append("declaration \(task.value) was deleted twice")
    case .deleteUse(let id) where state.uses[id] == nil: mistakes.append("use \(id) was deleted twice")
    case .deletePause(let id) where state.pauses[id] == nil:
      mistakes.append("pause \(id) was deleted twice")
    default: break
    }
    state.apply(change)
  }
}
