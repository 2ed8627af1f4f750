package import SchedulerCore

/// A thing that happened, for the journal.
package enum FleetNotice: Hashable, Sendable {
  /// The database refused the machine. An identity that is refused while the lease of the machine's own
  /// session before the boot lasts is not told.
  case refused(Refusal)
  /// The database is away since the last good exchange began, or since the agent began, for this reason.
  case databaseAway(since: BootTime, cause: String)
  /// The database answers again, after this length.
  case databaseBack(after: TimeSpan)
  /// The daemon does not answer, for this reason, so no work is taken.
  case daemonAway(cause: String)
  /// The daemon answers again.
  case daemonBack
  /// The lease could not be renewed, and so many grants are ended for that.
  case leaseLost(grants: Int)
  /// `AllowTasksOf=` does not name this fleet user, whose tasks would be for this machine.
  case disallowed(user: String)
  /// The database has counted another grant instead of this one, so the run was for nothing.
  case fenced(GrantID)
  /// The daemon has a task of this grant, which is not this machine's, and it is stopped.
  case unknownTask(GrantID)
  /// The daemon has refused the task, for this reason.
  case taskRefused(identifier: String, user: String, message: String)
  /// The grant cannot be read, and is given back.
  case grantUnreadable(UnreadableGrant)
  /// The agent's file cannot be written, so no work is taken.
  case storeFailed(cause: String)
  /// The agent's file can be written again.
  case storeWorks
  /// The machine's groups have more classes than the agent follows, which are so many. The database tells one
  /// more than that, however many there are.
  case tooManyClasses(followed: Int)
}
