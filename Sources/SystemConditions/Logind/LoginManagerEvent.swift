package import LinuxSystem
package import SchedulerCore

/// An event that a ``LoginManager`` reports.
package enum LoginManagerEvent: Hashable, Sendable {
  /// The machine is about to sleep or to shut down, and waits for ``LoginManager/release()`` up to the limit.
  case departing(Departure, limitUSec: Int64)
  /// The machine is back, or has stayed after all.
  case departureOver(Departure)
  /// From now on the machine waits for this process before it goes.
  case found
  /// From now on sleep and shutdown are not reported, for this reason.
  case missing(BusError)
  /// logind does not grant a lock, which would keep the machine from sleeping or make it wait; reported once.
  case refused(InhibitorMode, BusError)
}
