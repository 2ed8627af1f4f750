import Dispatch
import LinuxSystem
import SystemConditions
import TaskExecution

/// The sources of events besides callers and programs. They live as long as the daemon.
struct Surroundings {
  var timer: WakeUpTimer
  var serviceManager: ServiceManager
  var leftovers: LeftoverProcesses
  var conditions: SystemConditionSources
  var loginManager: LoginManager
}
