import SchedulerCore

/// The stored state of a replayed machine, as far as a boot needs it.
struct MachineStore {
  private var tasks: [TaskID: ScheduledTask] = [:]
  private var runs: [RunID: Run] = [:]
  private var declarations: [TaskID: DeclarationRecord] = [:]
  private var ends: [Int64: EndRecord] = [:]
  private var windows: [Requirements: WindowRecord] = [:]
  private var works: [TaskID: WorkRecord] = [:]
  private var nextTaskID = TaskID(1)

  mutating func apply(_ change: StoreChange) {
    switch change {
    case .putTask(let task, _):
      tasks[task.id] = task
      nextTaskID = max(nextTaskID, TaskID(task.id.value + 1))
    case .deleteTask(let id): tasks[id] = nil
    case .putRun(let run): runs[run.id] = run.ended == nil ? run : nil
    case .putDeclaration(let record): declarations[record.task] = record
    case .deleteDeclaration(let id): declarations[id] = nil
    case .putEnd(let record): ends[record.id] = record
    case .deleteEnd(let id): ends[id] = nil
    case .putWindows(let record): windows[record.requirements] = record
    case .putWork(let record): works[record.task] = record
    case .deleteWork(let task): works[task] = nil
    // A replay has no applications, no pauses and no tasks that are left in a store.
    default: break
    }
  }

  /// Returns a scheduler that has the contents of the store.
  func scheduler(_ rules: SchedulerConfiguration, seed: UInt64) -> Scheduler {
    Scheduler(
      configuration: rules, seed: seed, tasks: tasks.values.sorted { $0.id < $1.id },
      activeRuns: runs.values.sorted { ($0.taskID, $0.id.text) < ($1.taskID, $1.id.text) },
      declarations: declarations.values.sorted { $0.task < $1.task },
      ends: ends.values.sorted { $0.id < $1.id }, windows: Array(windows.values),
      works: Array(works.values), nextTaskID: nextTaskID)
  }
}
