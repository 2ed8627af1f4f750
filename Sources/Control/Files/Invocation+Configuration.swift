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
