public import BackgroundTasks

/// The run that a handler works for. ``current`` returns it in the handler, and in the Swift tasks that the
/// handler starts and that are not detached.
public struct BackgroundRun: Sendable {
  private let work: RunningTask

  init(_ work: RunningTask) { self.work = work }

  /// The run of the handler that reads this; nil elsewhere.
  public static var current: BackgroundRun? { CurrentWork.work.map(BackgroundRun.init(_:)) }

  /// The identifier of the submitted task, also where a pattern is declared.
  public var identifier: String { work.task.identifier }

  /// The number of the attempt, from 1.
  public var attempt: Int { work.task.attempt }

  /// The run's name, which the journal has as `BGTASK_RUN_ID`.
  public var runIdentifier: String { work.task.runIdentifier }

  /// The longest time of the run, from its launch.
  public var limit: Duration { .seconds(work.task.runtimeLimit) }

  /// Returns the payload that the request was given with `setPayload(_:)`; nil when there is none.
  /// - Throws: Errors of the decoder: the request may be of an earlier version of the program.
  public func payload<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value? {
    try work.task.payload(as: type)
  }

  /// The reason why the run's Swift task was cancelled; nil while it was not. The code is `terminated` where
  /// the program was told to end.
  public var expirationReason: BGTaskReason? { work.expirationReason }

  /// Whether the run should save its work and come back later: see `BGTask.shouldDefer`.
  public var shouldDefer: Bool { work.expirationReason != nil || work.task.shouldDefer }
}

/// The work of the present handler.
enum CurrentWork {
  @TaskLocal static var work: RunningTask?
}
