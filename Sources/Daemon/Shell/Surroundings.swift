import LinuxSystem
import SystemConditions
import TaskExecution

/// What the daemon works with, each opened and listening: what a ``Startup`` gives to the ``Shell``. It lives
/// as long as the daemon.
struct Surroundings {
  var timer: WakeUpTimer
  var serviceManager: ServiceManager
  var statusLine: StatusLine
  var leftovers: LeftoverProcesses
  var conditions: SystemConditionSources
  var loginManager: LoginManager
  var programs: Programs
  var server: Server
  /// Where clients connect to.
  var address: String
}
