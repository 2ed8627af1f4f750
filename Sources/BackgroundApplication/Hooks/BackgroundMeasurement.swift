public import BackgroundTasks

/// A run that has ended in this program.
public struct BackgroundMeasurement: Sendable {
  /// How.
  public enum Result: Sendable {
    /// The handler returned.
    case succeeded
    /// It threw.
    case failed(any Error)
    /// It had not come to an end when the program had to.
    case abandoned
  }

  /// The task.
  public let identifier: String
  /// Which attempt it was, from 1.
  public let attempt: Int
  /// How long the handler took, by a clock that is never set.
  public let duration: Duration
  /// How it ended.
  public let result: Result
  /// Why it was told to stop before; nil when it was not.
  public let expirationReason: BGTaskReason?
}
