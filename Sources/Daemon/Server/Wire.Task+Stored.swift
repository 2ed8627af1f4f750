import SchedulerAPI
import SchedulerCore
import TaskStore
import Varlink

extension Result<[UInt8], PayloadProblem> {
  /// A task with the request that the store keeps of it, as it is kept.
  func task(_ snapshot: TaskSnapshot, reason: Reason? = nil) -> Result<Wire.Task, PayloadProblem> {
    flatMap { payload in
      do throws(InvalidValue) {
        return .success(try Wire.Task(snapshot, payload: payload, reason: reason))
      } catch {
        return .failure(.notARequest(of: snapshot.task.id))
      }
    }
  }
}

extension Wire.Task {
  /// A task with the request that the store has of it. Where it has none, only what the core knows is told,
  /// and why.
  /// - Parameter stored: What was read; nil when nothing was.
  init(_ snapshot: TaskSnapshot, stored: Result<[UInt8], PayloadProblem>?, reason: Reason?) {
    switch (stored ?? .failure(.missing)).task(snapshot, reason: reason) {
    case .success(let task): self = task
    case .failure(let problem):
      self.init(snapshot, reason: reason?.code == .damaged ? reason : problem.reason)
    }
  }

  /// The same with what it waits for.
  init(_ snapshot: TaskSnapshot, stored: Result<[UInt8], PayloadProblem>?, _ outlook: Outlook) {
    self.init(snapshot, stored: stored, reason: outlook.reasons.first)
    forecastUSec = outlook.forecast?.uSec
  }
}

/// Tasks of which somebody wants to know, with what the store has of their requests. They are put together
/// where they are sent.
struct ShownTasks: Sendable {
  private var tasks:
    [TaskID: (snapshot: TaskSnapshot, stored: Result<[UInt8], PayloadProblem>?, outlook: Outlook)] = [:]

  /// - Parameter count: So many are added: they are large, and room that grows moves them about.
  init(reserving count: Int) { tasks.reserveCapacity(count) }

  mutating func add(
    _ snapshot: TaskSnapshot, _ stored: Result<[UInt8], PayloadProblem>?, _ outlook: Outlook
  ) {
    tasks[snapshot.task.id] = (snapshot, stored, outlook)
  }

  mutating func remove(_ task: TaskID) { tasks[task] = nil }

  subscript(task: TaskID) -> Wire.Task? {
    tasks[task].map { Wire.Task($0.snapshot, stored: $0.stored, $0.outlook) }
  }
}
