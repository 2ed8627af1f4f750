public import BackgroundTasks
import Synchronization

/// The run that a handler works for. ``current`` has it in the handler, and in the Swift tasks that it starts
/// and that are not detached.
public struct BackgroundRun: Sendable {
  private let work: RunningTask

  init(_ work: RunningTask) { self.work = work }

  /// The run of the handler in which this is asked; nil elsewhere.
  public static var current: BackgroundRun? { CurrentWork.work.map(BackgroundRun.init(_:)) }

  /// The task, as it was submitted: of a pattern, the one that is meant.
  public var identifier: String { work.task.identifier }

  /// Which attempt it is, from 1.
  public var attempt: Int { work.task.attempt }

  /// The run's name, which the journal has as `BGTASK_RUN_ID`.
  public var runIdentifier: String { work.task.runIdentifier }

  /// How long it may take from its launch.
  public var limit: Duration { .seconds(work.task.runtimeLimit) }

  /// What its request was given with `setPayload(_:)`; nil when it was given nothing.
  /// - Throws: What the decoder throws: the request may be of an earlier version of the program.
  public func payload<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value? {
    try work.task.payload(as: type)
  }

  /// Why its Swift task was cancelled; nil while it was not. Its code is `terminated` where the program was
  /// told to end.
  public var expirationReason: BGTaskReason? { work.expirationReason }

  /// Whether the run should save its work and come back later: see `BGTask.shouldDefer`.
  public var shouldDefer: Bool { work.expirationReason != nil || work.task.shouldDefer }
}

/// What handlers find.
enum CurrentWork {
  @TaskLocal static var work: RunningTask?
}
