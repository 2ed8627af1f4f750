import SchedulerAPI
import SchedulerCore
import TaskStore

extension Result<[UInt8], PayloadProblem> {
  /// The request that the store keeps of a task.
  func request(of task: TaskID) -> Result<Wire.TaskRequest, PayloadProblem> {
    flatMap { payload in
      do {
        return .success(try Wire.TaskRequest(payload: payload))
      } catch {
        return .failure(.notARequest(of: task))
      }
    }
  }
}

extension PayloadProblem {
  /// What the store keeps of a task is as it was written, and no request.
  static func notARequest(of task: TaskID) -> PayloadProblem {
    .damaged("table payload, row \(task.value): it is not a request")
  }
}
