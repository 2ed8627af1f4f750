import SchedulerAPI
import SchedulerCore

/// The data on the simulated machine's disk.
struct SimulatedStore {
  private(set) var state = StoredState()
  private var payloads: [TaskID: [UInt8]] = [:]
  /// The runs in the order in which they were launched.
  private var order: [RunID] = []

  mutating func apply(_ change: StoreChange) {
    switch change {
    case .putTask(let task, let payload?): payloads[task.id] = payload
    case .deleteTask(let id): payloads[id] = nil
    case .putRun(let run) where state.runs[run.id] == nil: order.append(run.id)
    case .record, .forgetRecord: preconditionFailure("a simulation has no machine to observe")
    case .putDeclaration, .deleteDeclaration: preconditionFailure("a simulation has no files that declare")
    case .deleteWaiting: preconditionFailure("a simulation holds nobody back")
    default: break
    }
    state.apply(change)
  }

  private var runs: [Run] { order.compactMap { state.runs[$0] } }

  /// The ended runs, in the order of their ends.
  var history: [Run] {
    let ended = runs.enumerated().filter { $0.element.ended != nil }
    return ended.sorted { left, right in
      (left.element.ended ?? .maximum, left.offset) < (right.element.ended ?? .maximum, right.offset)
    }.map(\.element)
  }

  /// Returns the runs of a task, newest first, with the one in progress.
  func runs(of identifier: String) -> [Run] {
    runs.reversed().filter { $0.identifier == identifier }
  }

  /// Returns the whole request of a task, as it was submitted.
  func request(of task: TaskID) -> Wire.TaskRequest? {
    payloads[task].flatMap { try? Wire.TaskRequest(payload: $0) }
  }
}
