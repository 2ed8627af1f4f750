import SchedulerCore

/// What a store holds after the changes that it was given.
struct StoreModel: Hashable {
  private(set) var tasks: [TaskID: ScheduledTask] = [:]
  private(set) var runs: [RunID: Run] = [:]
  private(set) var declarations: [TaskID: DeclarationRecord] = [:]
  private(set) var uses: [Int64: ApplicationUseRecord] = [:]
  private(set) var pauses: [Int64: Pause] = [:]
  private(set) var ends: [Int64: EndRecord] = [:]
  private(set) var windows: [Requirements: WindowRecord] = [:]
  private(set) var works: [TaskID: WorkRecord] = [:]
  private(set) var record: [RecordedChange] = []
  private(set) var nextTaskID = TaskID(1)
  /// What a store would have refused.
  private(set) var mistakes: [String] = []

  init(tasks: [ScheduledTask] = [], runs: [Run] = [], declarations: [DeclarationRecord] = []) {
    for task in tasks { apply(.putTask(task, payload: nil)) }
    for run in runs { apply(.putRun(run)) }
    for record in declarations { apply(.putDeclaration(record)) }
    mistakes = []
  }

  var activeRuns: [Run] { runs.values.filter { $0.ended == nil } }

  func runs(of task: TaskID) -> [Run] { runs.values.filter { $0.taskID == task } }

  /// Takes out what of these users a start leaves where it is: all that waits.
  mutating func takeOut(_ users: Set<UInt32>) -> [ScheduledTask] {
    let left = tasks.values.filter { users.contains($0.uid) && $0.runID == nil }
    for task in left { tasks[task.id] = nil }
    return left
  }

  /// What a start takes in. What was held back may be younger than what its user's run has left since then
  /// for another attempt, and then it counts.
  var tasksThatCount: [ScheduledTask] {
    let waiting = tasks.values.filter { $0.runID == nil }
    let youngest = Dictionary(waiting.map { ($0.key, $0.id) }) { max($0, $1) }
    return tasks.values.filter { $0.runID != nil || youngest[$0.key] == $0.id }
  }

  /// Returns the tasks as a daemon of this boot sees them: leases of others are over.
  func tasks(asOf boot: BootID) -> [ScheduledTask] {
    tasks.values.map { task in
      var task = task
      if let lease = task.lease { task.lease = lease.seen(in: boot) }
      return task
    }
  }

  mutating func putBack(_ left: [ScheduledTask]) { for task in left { tasks[task.id] = task } }

  mutating func apply(_ change: StoreChange) {
    switch change {
    case .putTask(let task, let payload):
      if tasks[task.id] == nil && payload == nil && task.program == nil {
        mistakes.append("task \(task.id.value) has no payload")
      }
      tasks[task.id] = task
      nextTaskID = max(nextTaskID, TaskID(task.id.value + 1))
    case .deleteTask(let id):
      if tasks.removeValue(forKey: id) == nil { mistakes.append("task \(id.value) was deleted twice") }
    case .putRun(let run):
      if runs[run.id]?.ended != nil { mistakes.append("run \(run.id) ended twice") }
      runs[run.id] = run
    case .record(let change): record.append(change)
    case .forgetRecord: record = []
    case .putEnd(let record): ends[record.id] = record
    case .putWindows(let record): windows[record.requirements] = record
    case .putWork(let record): works[record.task] = record
    case .deleteWork(let task): works[task] = nil
    case .deleteEnd(let id):
      if ends.removeValue(forKey: id) == nil { mistakes.append("end \(id) was deleted twice") }
    case .deleteWaiting(let uid, let name):
      tasks = tasks.filter { _, task in
        task.uid != uid || task.runID != nil || name.map { $0 != task.request.identifier } ?? false
      }
    case .putDeclaration(let record):
      declarations[record.task] = record
      nextTaskID = max(nextTaskID, TaskID(record.task.value + 1))
    case .deleteDeclaration(let task):
      if declarations.removeValue(forKey: task) == nil {
        mistakes.append("declaration \(task.value) was deleted twice")
      }
    case .putUse(let record): uses[record.id] = record
    case .deleteUse(let id):
      if uses.removeValue(forKey: id) == nil { mistakes.append("use \(id) was deleted twice") }
    case .putPause(let pause): pauses[pause.id] = pause
    case .deletePause(let id):
      if pauses.removeValue(forKey: id) == nil { mistakes.append("pause \(id) was deleted twice") }
    }
  }
}
