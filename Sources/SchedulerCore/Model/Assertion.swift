/// Time that a program asks for because it is in the middle of something: until it is done the machine does
/// not go to sleep and does not shut down without telling it, and its process is not ended as idle. It lasts
/// no longer than its limit, and no longer than the connection that asked for it: nothing of it is stored.
package struct Assertion: Hashable, Sendable {
  /// It ends with this connection, on which there is no other.
  package var connection: ConnectionID
  /// Whose it is.
  package var uid: UInt32
  /// What the time is for, as the program says: one line.
  package var why: String
  /// Within so long it is to end. Nil is a program that is in the middle of nothing, and only wants to hear
  /// when the machine goes, and have it wait for a moment then.
  package var limit: TimeSpan?
  /// The process at the other end, for records; nil when that is not known.
  package var pid: Int32?
  /// The application's process or the command's run that it belongs to, when bgtaskd started that.
  package var process: RunID?
  /// Since when.
  package var since: WallTime

  /// An assertion.
  package init(
    connection: ConnectionID, uid: UInt32, why: String, limit: TimeSpan?, pid: Int32? = nil,
    process: RunID? = nil, since: WallTime
  ) {
    self.connection = connection
    self.uid = uid
    self.why = why
    self.limit = limit
    self.pid = pid
    self.process = process
    self.since = since
  }

  /// The process of bgtaskd's that has something to do because of it.
  var neededProcess: RunID? { limit == nil ? nil : process }

  /// No user has more than so many.
  package static let limitPerUser = 64
}

/// An assertion, and how it stands.
package struct AssertionSnapshot: Hashable, Sendable {
  /// It.
  package var assertion: Assertion
  /// So much is left until it is told to end; zero when it was told, nil without a limit.
  package var remaining: TimeSpan?
  /// Why it was told to end; nil when it was not.
  package var reason: Reason?
}
