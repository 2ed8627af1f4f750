import SchedulerCore

/// What callers may ask of the socket at most.
struct ServerLimits: Equatable {
  /// `MessageMaxBytes=`.
  var messageBytes = 1 << 20
  /// `NestingMax=`.
  var nesting = 32
  /// `ConnectionsMax=`.
  var connections = 512
  /// `ConnectionsMaxPerUser=`.
  var connectionsPerUser = 256
  /// `HalfSentTimeoutSec=`: how long the rest of a message may take.
  var halfSentTimeout = TimeSpan.seconds(10)
  /// `LagMaxBytes=`: a reader that is further behind is dropped.
  var lagBytes = 4 << 20
}
