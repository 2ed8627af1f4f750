package import SchedulerCore

/// What callers may ask of the socket at most.
package struct ServerLimits: Equatable, Sendable {
  /// `MessageMaxBytes=`.
  package var messageBytes = 1 << 20
  /// `NestingMax=`.
  package var nesting = 32
  /// `ConnectionsMax=`.
  package var connections = 512
  /// What one user may have, see ``AccountBound``.
  package var perUser = Dictionary(uniqueKeysWithValues: AccountBound.allCases.map { ($0, $0.usual) })
  /// `HalfSentTimeoutSec=`: how long the rest of a message may take.
  package var halfSentTimeout = TimeSpan.seconds(10)
  /// `LagMaxBytes=`: a reader that is further behind is dropped.
  package var lagBytes = 4 << 20
  /// Who may submit.
  package var submission = SubmissionRules()

  /// The defaults.
  package init() {}

  /// How much one user may have.
  package subscript(bound: AccountBound) -> Int {
    get { perUser[bound] ?? bound.usual }
    set { perUser[bound] = newValue }
  }
}
