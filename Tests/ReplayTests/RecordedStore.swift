import SchedulerCore

/// The store of a daemon whose life is recorded: everything that it was given.
struct RecordedStore {
  private var tasks: [TaskID: ScheduledTask] = [:]
  private(set) var runs: [RunID: Run] = [:]
  private var declarations: [TaskID: DeclarationRecord] = [:]
  private var ends: [Int64: EndRecord] = [:]
  private var uses: [Int64: ApplicationUseRecord] = [:]
  private var windows: [Requirements: WindowRecord] = [:]
  private var works: [TaskID: WorkRecord] = [:]
  private var nextTaskID = TaskID(1)
  /// The record of conditions.
  private(set) var record: [RecordedChange] = []

  mutating func apply(_ change: StoreChange) {
    switch change {
    case .putTask(let task, _):
      tasks[task.id] = task
      nextTaskID = max(nextTaskID, TaskID(task.id.value + 1))
    case .deleteTask(let id): tasks[id] = nil
    case .putRun(let run): runs[run.id] = run
    case .putDeclaration(let record): declarations[record.task] = record
    case .deleteDeclaration(let id): declarations[id] = nil
    case .putEnd(let record): ends[record.id] = record
    case .deleteEnd(let id): ends[id] = nil
    case .putUse(let record): uses[record.id] = record
    case .deleteUse(let id): uses[id] = nil
    case .putWindows(let record): windows[record.requirements] = record
    case .putWork(let record): works[record.task] = record
    case .deleteWork(let task): works[task] = nil
    case .record(let line): record.append(line)
    default: break
    }
  }

  /// Returns the scheduler of the next daemon.
  func scheduler(_ rules: SchedulerConfiguration, seed: UInt64) -> Scheduler {
    Scheduler(
      configuration: rules, seed: seed, tasks: Array(tasks.values),
      activeRuns: runs.values.filter { $0.ended == nil }, declarations: Array(declarations.values),
      uses: Array(uses.values), ends: Array(ends.values), windows: Array(windows.values),
      works: Array(works.values),
      nextTaskID: nextTaskID, lastRecorded: record.last)
  }
}
