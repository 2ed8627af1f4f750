public import BackgroundTasks

/// A run that has ended in this program.
public struct BackgroundMeasurement: Sendable {
  /// The result of a run.
  public enum Result: Sendable {
    /// The handler returned.
    case succeeded
    /// The handler threw this error.
    case failed(any Error)
    /// The handler had not ended when the program had to.
    case abandoned
  }

  /// The task's identifier.
  public let identifier: String
  /// The number of the attempt, from 1.
  public let attempt: Int
  /// The time that the handler took, by a clock that is never set.
  public let duration: Duration
  /// The result of the run.
  public let result: Result
  /// The reason why the run was told to stop before; nil when it was not.
  public let expirationReason: BGTaskReason?
}

/// A step of a program's start that has ended.
public struct StartupMeasurement: Sendable {
  /// The step that has ended.
  public let step: StartupStep
  /// The time that the step took, by a clock that is never set.
  public let duration: Duration
  /// The median of the step's last starts, up to twenty; nil when they are fewer than five.
  public let median: Duration?
  /// The error that the step threw; nil when it returned.
  public let error: (any Error)?
}
