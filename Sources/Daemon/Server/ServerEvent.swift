import SchedulerAPI
import SchedulerCore

/// An event that a ``Server`` tells its owner, in order.
enum ServerEvent: Sendable {
  /// A call whose parameters have the right types.
  case call(SchedulerCall, CallID, Caller, wantsMore: Bool)
  /// A `SubmitBatch` whose requests were checked.
  case batch(CheckedBatch, CallID, Caller)
  /// The turn of a call's read. ``Server/end(_:)`` has to follow.
  case turn(Reading, CallID, ReadTurn)
  /// The end of a connection, which may have calls that are not answered.
  case left(SessionID)
}

/// A read for a call, once it is its user's turn: of the store, or of much.
enum Reading: Sendable {
  /// A task and its last runs.
  case task(TaskSnapshot)
  /// The output of a run.
  case output(RunID, Caller)
  /// The next tasks of a list.
  case tasks(Listing)
  /// A page of a history.
  case runs(HistoryListing)
  /// A page of the record of conditions.
  case record(RecordListing)
  /// The next of those who wait for conditions.
  case waiting(WaitingListing)
}

/// The right to read, until it is given back with ``Server/end(_:)``.
struct ReadTurn: Sendable {
  let account: AccountKey
}
