/// The reason why a call is refused. The cases are the protocol's errors.
package enum SchedulerError: Error, Hashable, Sendable {
  /// The caller may not use the identifier (R12).
  case notPermitted(identifier: String, message: String)
  /// The user or the application has as many pending requests as it may (R11).
  case tooManyPendingTaskRequests(identifier: String, limit: Int)
  /// The request cannot be accepted now (R13), or the disk takes nothing.
  case unavailable(message: String)
  /// The continued request cannot start at once (R14).
  case immediateRunIneligible(identifier: String, message: String)
  /// A field is not valid; `field` is its name in the protocol.
  case invalidRequest(field: String, message: String)
  /// No task of that name is pending or running.
  case noSuchTask(identifier: String)
  /// No run of that name is under way.
  case noSuchRun(RunID)
  /// The identifier is pending already, and the request says `fail` (R10).
  case alreadyPending(identifier: String)
  /// The call is for root and the daemon's own user, or for the run's owner.
  case permissionDenied(message: String)
  /// `AllowSimulation=` is off.
  case simulationDisabled
}
