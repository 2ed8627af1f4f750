import ConfigurationFiles
import Glibc
import LinuxSystem
import SchedulerAPI
import SchedulerCore

extension Invocation {
  /// Returns the loader of the files that an instance of the daemon would read.
  func configuration(ofSystem isSystem: Bool) -> ConfigurationLoader {
    ConfigurationLoader(
      ConfigurationDirectories(
        isSystem: isSystem, environment: context.environment, home: UserAccount.current.home),
      taskOwner: isSystem ? .system : .user(geteuid()))
  }

  /// Returns the failure for a task that the daemon does not know, with the file that declares the task for a
  /// fleet as the next step, where there is one.
  func namingFleetFile(
    of identifier: String, _ daemon: DaemonConnection, in failure: Failure
  ) -> Failure {
    let tasks = configuration(ofSystem: daemon.path == SocketPath.system).tasks().fleet.declarations
    guard let task = tasks.first(where: { $0.request.identifier == identifier }) else { return failure }
    var failure = failure
    failure.next =
      "\(task.file) is for a fleet, and no daemon runs it: bgtaskctl fleet explain \(identifier)"
    return failure
  }

  /// The current moment, for checks of files.
  var moment: Moment {
    Moment(wall: WallTime(uSec: now), monotonic: MonotonicTime(uSec: context.monotonic()))
  }

  /// Returns the command that makes the daemon read its files again.
  func howToReload(_ daemon: DaemonConnection) -> String {
    switch daemon.path {
    case SocketPath.system: "systemctl reload bgtaskd"
    case SocketPath.user(environment: context.environment): "systemctl --user reload bgtaskd"
    default: "kill -HUP PID, with the process that bgtaskctl status names"
    }
  }
}
