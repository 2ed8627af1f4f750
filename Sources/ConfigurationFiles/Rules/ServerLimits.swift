public import SchedulerCore

/// What callers may ask of the socket at most.
public struct ServerLimits: Equatable, Sendable {
  /// `MessageMaxBytes=`.
  public var messageBytes = 1 << 20
  /// `NestingMax=`.
  public var nesting = 32
  /// `ConnectionsMax=`.
  public var connections = 512
  /// What one user may have, see ``AccountBound``.
  public var perUser = Dictionary(uniqueKeysWithValues: AccountBound.allCases.map { ($0, $0.usual) })
  /// `HalfSentTimeoutSec=`: how long the rest of a message may take.
  public var halfSentTimeout = TimeSpan.seconds(10)
  /// `LagMaxBytes=`: a reader that is further behind is dropped.
  public var lagBytes = 4 << 20
  /// Who may submit.
  public var submission = SubmissionRules()

  /// The defaults.
  public init() {}

  /// How much one user may have.
  public subscript(bound: AccountBound) -> Int {
    get { perUser[bound] ?? bound.usual }
    set { perUser[bound] = newValue }
  }
}
