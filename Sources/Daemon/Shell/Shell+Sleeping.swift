import LinuxSystem
import SchedulerCore
import SystemConditions

/// Sleep and shutdown of the machine: logind's notices go to the scheduler, the scheduler's directives to
/// logind.
extension Shell {
  func heard(_ event: LoginManagerEvent) {
    switch event {
    case .departing(let departure, let limitUSec):
      take(.departing(departure, limit: TimeSpan(uSec: limitUSec)))
    case .departureOver(let departure):
      // Conditions without events may have changed meanwhile.
      conditions.refresh()
      take(.departureOver(departure))
    case .found:
      log.write(LogEntry(.info, "logind lets the machine wait for bgtaskd before it sleeps or shuts down."))
    case .missing(let error):
      log.write(
        LogEntry(
          .info, "bgtaskd is not told when the machine is about to sleep or to shut down: logind: \(error)."))
    case .refused(let mode, let error):
      log.write(LogEntry(.notice, "logind does not grant a \(mode.rawValue) lock: \(error)."))
    }
  }

  /// Whether the machine waits for bgtaskd before it sleeps or shuts down.
  var isWaitedFor: Bool { loginManager.isWaitedFor }

  /// Releases the delay lock: all that was decided before is on disk.
  func releaseDelay() { loginManager.release() }

  /// Takes or releases the sleep lock. Every user can read its reason, so that names no task.
  func preventSleep(_ isWanted: Bool) {
    log.write(
      LogEntry(
        .info, isWanted ? "The machine is kept awake for a run." : "No run keeps the machine awake any more.")
    )
    loginManager.preventSleep(why: isWanted ? "A background task asks for it" : nil)
  }
}
