import SchedulerCore

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
