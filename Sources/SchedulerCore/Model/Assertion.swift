/// A program's claim on time because it is in the middle of its work. Until it ends, the machine neither
/// sleeps nor shuts down without telling the program, and the program's process is not ended as idle. It
/// lasts no longer than its limit and the connection that began it; nothing of it is stored.
package struct Assertion: Hashable, Sendable {
  /// The connection that began it and whose end ends it; a connection has one assertion at most.
  package var connection: ConnectionID
  /// The user whose program it is.
  package var uid: UInt32
  /// The purpose of the time, as the program states it: one line.
  package var why: String
  /// The time after which it has to end. `nil` stands for a program that is in the middle of nothing: it only
  /// wants to hear when the machine sleeps or shuts down, and to delay that for a moment.
  package var limit: TimeSpan?
  /// The process at the other end, for records; `nil` when it is unknown.
  package var pid: Int32?
  /// The application's process or the command's run that it belongs to, when bgtaskd started that.
  package var process: RunID?
  /// The date on which it began.
  package var since: WallTime

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

  /// The process that bgtaskd started and that works because of the assertion; `nil` without a limit.
  var neededProcess: RunID? { limit == nil ? nil : process }

  /// The most assertions that one user may have.
  package static let limitPerUser = 64
}

/// An assertion and its current state.
package struct AssertionSnapshot: Hashable, Sendable {
  package var assertion: Assertion
  /// The time left until the program is told to end; zero when it was told, `nil` without a limit.
  package var remaining: TimeSpan?
  /// The reason why the program was told to end; `nil` when it was not told.
  package var reason: Reason?
}
