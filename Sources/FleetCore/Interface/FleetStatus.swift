package import SchedulerCore

/// The agent's state, for people.
package struct FleetStatus: Hashable, Sendable {
  /// The state of one grant, in the words of the command.
  package enum GrantState: String, CaseIterable, Sendable {
    /// The grant waits to be handed in at the daemon.
    case granted
    /// The task was handed in at the daemon.
    case submitted
    /// The task waits in the daemon.
    case waiting
    /// The run goes on.
    case running
    /// The task or its run was told to stop.
    case stopping
    /// The end is to be reported to the database.
    case ended
    /// The grant is to be given back to the database.
    case released
    /// The grant is from the agent's file, and the daemon has not said yet whether it has the task.
    case unknown
  }

  /// One grant that the machine holds.
  package struct Held: Hashable, Sendable {
    /// The grant's name.
    package let id: GrantID
    /// The task's identifier and fleet user, if they are known.
    package let identifier: String?
    /// The task's fleet user, if it is known.
    package let user: String?
    /// The state of the grant.
    package let state: GrantState
  }

  /// The session's name.
  package let session: String
  /// Whether the database has accepted the session.
  package let isAccepted: Bool
  /// The number of the last exchange that was begun.
  package let sequence: Int64
  /// The length since the last good exchange was sent, while its lease counts.
  package let sinceGoodExchange: TimeSpan?
  /// The length until fleet runs are told to stop, if no exchange is good before.
  package let untilStop: TimeSpan?
  /// The length since when the database is away, if it is.
  package let awayFor: TimeSpan?
  /// The length until the next exchange; `nil` while one is under way.
  package let untilExchange: TimeSpan?
  /// Whether the daemon answers.
  package let hasDaemon: Bool
  /// Whether the machine takes no new work.
  package let isDraining: Bool
  /// The reason why the agent's file cannot be written, if it cannot.
  package let storeFailure: String?
  /// The grants that the machine holds, in the order in which they came.
  package let grants: [Held]
  /// The verdicts about the classes of the machine's groups, in the database's order; a class about which the
  /// daemon has not answered is left out.
  package let verdicts: [ClassVerdict]
}
