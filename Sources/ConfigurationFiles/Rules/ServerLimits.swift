package import SchedulerCore

/// The limits on callers.
package struct ServerLimits: Equatable, Sendable {
  /// `MessageMaxBytes=`: the longest message.
  package var messageBytes = 1 << 20
  /// `NestingMax=`: the deepest nesting.
  package var nesting = 32
  /// `ConnectionsMax=`: all users' connections.
  package var connections = 512
  /// The bounds of one user, see ``AccountBound``.
  package var perUser = Dictionary(uniqueKeysWithValues: AccountBound.allCases.map { ($0, $0.usual) })
  /// `HalfSentTimeoutSec=`: the time limit of the rest of a message.
  package var halfSentTimeout = TimeSpan.seconds(10)
  /// `LagMaxBytes=`: a reader with more unread bytes is dropped.
  package var lagBytes = 4 << 20
  /// The rules on which users may submit.
  package var submission = SubmissionRules()

  /// Creates the default limits.
  package init() {}

  /// The bound of one user.
  package subscript(bound: AccountBound) -> Int {
    get { perUser[bound] ?? bound.usual }
    set { perUser[bound] = newValue }
  }
}
