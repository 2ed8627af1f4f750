/// The contents of a store after the changes that it was given: the disk of a simulated or replayed machine.
/// Records are found by what their change is about.
package struct StoredState: Hashable, Sendable {
  package private(set) var tasks: [TaskID: ScheduledTask] = [:]
  /// All runs; without those that have ended where nobody asks for the past.
  package private(set) var runs: [RunID: Run] = [:]
  package private(set) var declarations: [TaskID: DeclarationRecord] = [:]
  package private(set) var uses: [Int64: ApplicationUseRecord] = [:]
  package private(set) var pauses: [Int64: Pause] = [:]
  package private(set) var ends: [Int64: EndRecord] = [:]
  package private(set) var windows: [Requirements: WindowRecord] = [:]
  package private(set) var works: [TaskID: WorkRecord] = [:]
  /// The record of conditions, oldest line first; only the last line where nobody asks for the past.
  package private(set) var record: [RecordedChange] = []
  /// No task has had this ID or a larger one.
  package private(set) var nextTaskID = TaskID(1)

  private let keepsPast: Bool

  /// Creates an empty store.
  /// - Parameter keepsPast: Whether it keeps what no scheduler asks for, as a store does.
  package init(keepsPast: Bool = true) { self.keepsPast = keepsPast }

  /// The runs that have not ended, in no order.
  package var activeRuns: [Run] { runs.values.filter { $0.ended == nil } }

  /// Takes in a change.
  package mutating func apply(_ change: StoreChange) {
    switch change {
    case .putTask(let task, _):
      tasks[task.id] = task
      nextTaskID = max(nextTaskID, TaskID(task.id.value + 1))
    case .deleteTask(let id): tasks[id] = nil
    case .deleteWaiting(let uid, let name):
      tasks = tasks.filter { _, task in
        task.uid != uid || task.runID != nil || name.map { $0 != task.request.identifier } ?? false
      }
    case .putRun(let run): runs[run.id] = keepsPast || run.ended == nil ? run : nil
    case .putEnd(let record): ends[record.id] = record
    case .deleteEnd(let id): ends[id] = nil
    case .putDeclaration(let record):
      declarations[record.task] = record
      nextTaskID = max(nextTaskID, TaskID(record.task.value + 1))
    case .deleteDeclaration(let id): declarations[id] = nil
    case .putUse(let record): uses[record.id] = record
    case .deleteUse(let id): uses[id] = nil
    case .putPause(let pause): pauses[pause.id] = pause
    case .deletePause(let id): pauses[id] = nil
    case .putWindows(let record): windows[record.requirements] = record
    case .putWork(let record): works[record.task] = record
    case .deleteWork(let task): works[task] = nil
    case .record(let line):
      if !keepsPast { record = [] }
      record.append(line)
    case .forgetRecord: record = []
    }
  }

  /// Returns the scheduler of the next daemon: the same one each time.
  package func scheduler(_ configuration: SchedulerConfiguration, seed: UInt64) -> Scheduler {
    Scheduler(
      configuration: configuration, seed: seed, tasks: Array(tasks.values),
      activeRuns: activeRuns.sorted {
        ($0.started, $0.taskID, $0.id.text) < ($1.started, $1.taskID, $1.id.text)
      },
      declarations: declarations.values.sorted { $0.task < $1.task },
      uses: uses.values.sorted { $0.id < $1.id },
      pauses: pauses.values.sorted { $0.id < $1.id }, ends: ends.values.sorted { $0.id < $1.id },
      windows: windows.values.sorted { $0.requirements.rawValue < $1.requirements.rawValue },
      works: works.values.sorted { $0.task < $1.task }, nextTaskID: nextTaskID, lastRecorded: record.last)
  }
}
