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
        return .failure(.damaged("table payload, row \(task.value): it is not a request"))
      }
    }
  }
}
