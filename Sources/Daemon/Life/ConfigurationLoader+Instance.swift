import ConfigurationFiles
import Glibc

extension ConfigurationLoader {
  /// What this instance of the daemon reads.
  init(_ options: DaemonOptions, _ directories: InstanceDirectories) {
    self.init(
      directories.configuration, taskOwner: directories.isSystem ? .system : .user(geteuid()),
      file: options.configuration)
  }
}
