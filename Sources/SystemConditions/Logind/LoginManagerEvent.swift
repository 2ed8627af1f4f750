package import LinuxSystem
package import SchedulerCore

/// What is heard of logind.
package enum LoginManagerEvent: Hashable, Sendable {
  /// The machine is about to sleep or to shut down. It waits at most so long for ``LoginManager/release()``.
  case departing(Departure, limitUSec: Int64)
  /// It is back, or has stayed after all.
  case departureOver(Departure)
  /// From now on the machine waits for this process before it goes.
  case found
  /// Nobody says from now on when the machine goes, for this reason.
  case missing(BusError)
  /// Said once: logind does not grant a lock, which would keep the machine from sleeping or let it wait.
  case refused(InhibitorMode, BusError)
}
