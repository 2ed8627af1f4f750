/// A step of a program's start that has ended.
public struct StartupMeasurement: Sendable {
  /// Which.
  public let step: StartupStep
  /// How long it took, by a clock that is never set.
  public let duration: Duration
  /// Half of the last starts, up to twenty, took at most this; nil when they are fewer than five.
  public let median: Duration?
  /// What it threw; nil when it returned.
  public let error: (any Error)?
}
