import SchedulerAPI
import SchedulerCore
import TaskStore

extension Result<[UInt8], PayloadProblem> {
  /// Returns the request that the store keeps of a task.
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
  /// Returns the problem of a payload that is as it was written, but is no request.
  static func notARequest(of task: TaskID) -> PayloadProblem {
    .damaged("table payload, row \(task.value): it is not a request")
  }
}
