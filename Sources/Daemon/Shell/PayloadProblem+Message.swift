import SchedulerAPI
import SchedulerCore
import TaskStore

extension PayloadProblem {
  /// It stays so until the state file is mended.
  var isDamage: Bool {
    switch self {
    case .missing, .damaged: true
    case .unreadable: false
    }
  }

  /// Where, or why.
  var message: String {
    switch self {
    case .missing: "the state file does not hold it any more"
    case .damaged(let place): place
    case .unreadable(let cause): cause
    }
  }

  /// What a list says of the task.
  var reason: Reason { Reason(requestIsDamaged: isDamage, message) }
}

extension Result<[UInt8], PayloadProblem> {
  /// The request that the store keeps of a task.
  func request(of task: TaskID) -> Result<Wire.TaskRequest, PayloadProblem> {
    flatMap { payload in
      do {
        return .success(try Wire.TaskRequest(payload: payload))
      } catch {
        return .failure(.damaged("table payload, row \(task.value): it is not a request"))
      }
    }
  }
}
