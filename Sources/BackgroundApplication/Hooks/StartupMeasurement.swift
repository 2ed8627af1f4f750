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
