import SchedulerAPI
import SchedulerCore

/// The data on the simulated machine's disk.
struct SimulatedStore {
  private(set) var tasks: [TaskID: ScheduledTask] = [:]
  private var payloads: [TaskID: [UInt8]] = [:]
  private var runs: [RunID: Run] = [:]
  /// The runs in the order in which they were launched.
  private var order: [RunID] = []
  private var uses: [Int64: ApplicationUseRecord] = [:]
  private(set) var pauses: [Int64: Pause] = [:]
  private(set) var ends: [Int64: EndRecord] = [:]
  private(set) var windows: [Requirements: WindowRecord] = [:]
  private(set) var works: [TaskID: WorkRecord] = [:]
  private(set) var nextTaskID = TaskID(1)

  mutating func apply(_ change: StoreChange) {
    switch change {
    case .putTask(let task, let payload):
      tasks[task.id] = task
      if let payload { payloads[task.id] = payload }
      nextTaskID = max(nextTaskID, TaskID(task.id.value + 1))
    case .deleteTask(let id):
      tasks[id] = nil
      payloads[id] = nil
    case .putRun(let run):
      if runs.updateValue(run, forKey: run.id) == nil { order.append(run.id) }
    case .putUse(let record): uses[record.id] = record
    case .deleteUse(let id): uses[id] = nil
    case .putPause(let pause): pauses[pause.id] = pause
    case .deletePause(let id): pauses[id] = nil
    case .putEnd(let record): ends[record.id] = record
    case .deleteEnd(let id): ends[id] = nil
    case .putWindows(let record): windows[record.requirements] = record
    case .putWork(let record): works[record.task] = record
    case .deleteWork(let task): works[task] = nil
    case .record, .forgetRecord: preconditionFailure("a simulation has no machine to observe")
    case .putDeclaration, .deleteDeclaration: preconditionFailure("a simulation has no files that declare")
    case .deleteWaiting: preconditionFailure("a simulation holds nobody back")
    }
  }

  /// The tasks in the order in which they were accepted.
  var sortedTasks: [ScheduledTask] { tasks.values.sorted { $0.id < $1.id } }

  /// The records of use in an order that is the same each time.
  var sortedUses: [ApplicationUseRecord] { uses.values.sorted { $0.id < $1.id } }

  var activeRuns: [Run] { order.compactMap { runs[$0] }.filter { $0.ended == nil } }

  /// The ended runs, in the order of their ends.
  var history: [Run] {
    let ended = order.compactMap { runs[$0] }.enumerated().filter { $0.element.ended != nil }
    return ended.sorted { left, right in
      (left.element.ended ?? .maximum, left.offset) < (right.element.ended ?? .maximum, right.offset)
    }.map(\.element)
  }

  /// Returns the runs of a task, newest first, with the one in progress.
  func runs(of identifier: String) -> [Run] {
    order.reversed().compactMap { runs[$0] }.filter { $0.identifier == identifier }
  }

  /// Returns the whole request of a task, as it was submitted.
  func request(of task: TaskID) -> Wire.TaskRequest? {
    payloads[task].flatMap { try? Wire.TaskRequest(payload: $0) }
  }
}
