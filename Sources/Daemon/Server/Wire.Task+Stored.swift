import SchedulerAPI
import SchedulerCore
import TaskStore

extension Wire.Task {
  /// A task with the request that the store has of it. Where it has none, only what the core knows is told,
  /// and why.
  /// - Parameter stored: What was read; nil when nothing was.
  init(_ snapshot: TaskSnapshot, stored: Result<[UInt8], PayloadProblem>?, reason: Reason?) {
    switch (stored ?? .failure(.missing)).request(of: snapshot.task.id) {
    case .success(let request): self.init(snapshot, request: request, reason: reason)
    case .failure(let problem):
      self.init(snapshot, reason: reason?.code == .damaged ? reason : problem.reason)
    }
  }
}
