import SchedulerAPI
import SchedulerCore

/// What a ``Server`` tells its owner, in the order in which it came.
enum ServerEvent: Sendable {
  /// A caller asks for something, with parameters of the right types.
  case call(SchedulerCall, CallID, Caller, wantsMore: Bool)
  /// A caller submits many requests, which were checked.
  case batch(CheckedBatch, CallID, Caller)
  /// It is time for what a call has to read. Has to be followed by ``Server/end(_:)``.
  case turn(Reading, CallID, ReadTurn)
  /// The connection is served no more. There may be calls of it that are not answered.
  case left(SessionID)
}

/// What is read of the database for a call, once it is its user's turn.
enum Reading: Sendable {
  /// A task and its last runs.
  case task(TaskSnapshot)
  /// What a run has written.
  case output(RunID, Caller)
  /// Some more of a list of tasks.
  case tasks(Listing)
  /// A page of a history.
  case runs(HistoryListing)
}

/// The right to read, until it is given back with ``Server/end(_:)``.
struct ReadTurn: Sendable {
  let account: AccountKey
}
