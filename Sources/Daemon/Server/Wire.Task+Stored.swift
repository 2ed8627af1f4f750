import SchedulerAPI
import SchedulerCore
import TaskStore
import Varlink

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

  /// Returns the task with its request as the store keeps it.
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

extension PayloadProblem {
  /// Returns the problem of a payload that is as it was written, but is no request.
  fileprivate static func notARequest(of task: TaskID) -> PayloadProblem {
    .damaged("table payload, row \(task.value): it is not a request")
  }
}

extension Wire.Task {
  /// Creates a task with its stored request. Where that is missing, the task has only what the core knows,
  /// and the cause.
  /// - Parameter stored: The payload that was read; `nil` when none was.
  init(_ snapshot: TaskSnapshot, stored: Result<[UInt8], PayloadProblem>?, reason: Reason?) {
    switch (stored ?? .failure(.missing)).task(snapshot, reason: reason) {
    case .success(let task): self = task
    case .failure(let problem):
      self.init(snapshot, reason: reason?.code == .damaged ? reason : problem.reason)
    }
  }

  /// Creates a task with its stored request, its reason, its forecast and the date until which it is frozen.
  init(_ snapshot: TaskSnapshot, stored: Result<[UInt8], PayloadProblem>?, _ outlook: Outlook) {
    self.init(snapshot, stored: stored, reason: outlook.reasons.first)
    forecastUSec = outlook.forecast?.uSec
    frozenUntilUSec = outlook.frozenUntil?.uSec
    trustedForDurationUSec = outlook.trustedFor?.uSec
  }
}

/// The tasks that a caller is shown, with their stored requests. Each is put together where it is sent.
struct ShownTasks: Sendable {
  private var tasks:
    [TaskID: (snapshot: TaskSnapshot, stored: Result<[UInt8], PayloadProblem>?, outlook: Outlook)] = [:]

  /// - Parameter count: The number of tasks that are added: they are large, and growing moves them about.
  init(reserving count: Int) { tasks.reserveCapacity(count) }

  mutating func add(
    _ snapshot: TaskSnapshot, _ stored: Result<[UInt8], PayloadProblem>?, _ outlook: Outlook
  ) {
    tasks[snapshot.task.id] = (snapshot, stored, outlook)
  }

  /// Returns the bytes of the task's stored request.
  func storedBytes(of task: TaskID) -> Int {
    if case .success(let bytes)? = tasks[task]?.stored { bytes.count } else { 0 }
  }

  subscript(task: TaskID) -> Wire.Task? {
    tasks[task].map { Wire.Task($0.snapshot, stored: $0.stored, $0.outlook) }
  }
}
