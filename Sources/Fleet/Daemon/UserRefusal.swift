import FleetCore
import SchedulerAPI
import SchedulerCore
import Varlink

/// The daemon's refusal to let the agent act for a local user.
struct UserRefusal {
  /// The reason, and what an administrator does about it.
  let message: String
  /// The moment until which runs of the user may last: the daemon takes no order to stop them any more, and
  /// tells them to stop when the last lease is over that it has heard of.
  let runsUntil: BootTime

  /// The longest lease that an agent before this one can have told.
  private static let longestLease = TimeSpan.hours(1)
  /// The longest time that a run has to end after it was told to: the longest grace of the daemon with which
  /// a fleet keeps its promises (7 s), and systemd's time.
  private static let longestStop = TimeSpan.seconds(10)

  /// - Parameter lastTrust: The end of the last lease that the link has told, if any.
  /// - Returns: `nil` for an error that is not about the user.
  init?(_ error: VarlinkError, user: String, caller: String, lastTrust: BootTime?, at now: BootTime) {
    switch SchedulerInterfaceError(error) {
    case .permissionDenied:
      message =
        "bgtaskd does not allow \(caller) to submit for user \(user): add "
        + "AllowSubmitFor=\(caller):\(user) to [Server] of bgtaskd.conf and reload bgtaskd"
    case .invalidRequest(field: "user", _):
      message =
        "there is no user \(user) on this machine: correct AllowTasksOf= in fleet.conf and reload "
        + "bgtask-fleet"
    default: return nil
    }
    runsUntil = (lastTrust ?? now + Self.longestLease) + Self.longestStop
  }
}
