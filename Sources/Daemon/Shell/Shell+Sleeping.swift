import LinuxSystem
import SchedulerCore
import SystemConditions

/// Sleep and shutdown of the machine: what logind says goes to the scheduler, what that decides goes to
/// logind.
extension Shell {
  func heard(_ event: LoginManagerEvent) {
    switch event {
    case .departing(let departure, let limitUSec):
      take(.departing(departure, limit: TimeSpan(uSec: limitUSec)))
    case .departureOver(let departure):
      // What has no events may have changed while nobody looked.
      conditions.refresh()
      take(.departureOver(departure))
    case .found:
      log.write(LogEntry(.info, "logind lets the machine wait for bgtaskd before it sleeps or shuts down."))
    case .missing(let error):
      log.write(
        LogEntry(.info, "Nobody says when the machine is about to sleep or to shut down: logind: \(error)."))
    case .refused(let mode, let error):
      log.write(LogEntry(.notice, "logind does not grant a \(mode.rawValue) lock: \(error)."))
    }
  }

  /// Lets the machine go: all that was decided before is on disk.
  func releaseDelay() { loginManager.release() }

  /// Everybody can read the reason, so it names no task.
  func preventSleep(_ isWanted: Bool) {
    log.write(
      LogEntry(
        .info, isWanted ? "The machine is kept awake for a run." : "No run keeps the machine awake any more.")
    )
    loginManager.preventSleep(why: isWanted ? "A background task asks for it" : nil)
  }
}
