public import SchedulerCore

/// What callers may ask of the socket at most.
public struct ServerLimits: Equatable, Sendable {
  /// `MessageMaxBytes=`.
  public var messageBytes = 1 << 20
  /// `NestingMax=`.
  public var nesting = 32
  /// `ConnectionsMax=`.
  public var connections = 512
  /// `ConnectionsMaxPerUser=`.
  public var connectionsPerUser = 256
  /// `HalfSentTimeoutSec=`: how long the rest of a message may take.
  public var halfSentTimeout = TimeSpan.seconds(10)
  /// `LagMaxBytes=`: a reader that is further behind is dropped.
  public var lagBytes = 4 << 20

  /// The defaults.
  public init() {}
}
