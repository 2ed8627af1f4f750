/// Why a call is refused. The cases are the protocol's errors.
package enum SchedulerError: Error, Hashable, Sendable {
  /// R12.
  case notPermitted(identifier: String, message: String)
  /// R11.
  case tooManyPendingTaskRequests(identifier: String, limit: Int)
  /// R13, and when the disk takes nothing.
  case unavailable(message: String)
  /// R14.
  case immediateRunIneligible(identifier: String, message: String)
  /// `field` is the name in the protocol.
  case invalidRequest(field: String, message: String)
  /// Nothing of that name is pending or running.
  case noSuchTask(identifier: String)
  /// No run of that name is under way.
  case noSuchRun(RunID)
  /// R10, for a request that says fail.
  case alreadyPending(identifier: String)
  /// The call is for root and the daemon's own user, or for the run's owner.
  case permissionDenied(message: String)
  /// `AllowSimulation=` is off.
  case simulationDisabled
}
