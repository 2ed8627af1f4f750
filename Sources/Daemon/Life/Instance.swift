import ConfigurationFiles
import Glibc

/// The instance that the daemon is, the place of its state and the places of its configuration.
struct InstanceDirectories: Equatable {
  /// Whether this is the system's instance and not a user's own.
  var isSystem: Bool
  var state: String
  /// The directories of `bgtaskd.conf`, manifests and declared tasks.
  var configuration: ConfigurationDirectories

  /// Prefers the command line, then systemd's directories (systemd.exec(5)), then the instance's own places.
  init(_ options: DaemonOptions, environment: (String) -> String?, uid: UInt32, home: String) {
    let service = Self.first("STATE_DIRECTORY", environment)
    isSystem = options.instance.map { $0 == .system } ?? (uid == 0 && service != nil)
    let own = "\(environment("XDG_STATE_HOME") ?? "\(home)/.local/state")/bgtaskd"
    state = options.stateDirectory ?? service ?? (isSystem ? "/var/lib/bgtaskd" : own)
    configuration = ConfigurationDirectories(isSystem: isSystem, environment: environment, home: home)
  }

  /// Returns the directory that a boot empties; `nil` for a user's own instance without a login session.
  static func runtime(isSystem: Bool, _ environment: (String) -> String?) -> String? {
    first("RUNTIME_DIRECTORY", environment)
      ?? (isSystem ? "/run/bgtaskd" : environment("XDG_RUNTIME_DIR").map { "\($0)/bgtaskd" })
  }

  /// Returns the first directory of a list with colons, as systemd sets it: the service's own.
  static func first(_ variable: String, _ environment: (String) -> String?) -> String? {
    environment(variable).flatMap { $0.split(separator: ":").first.map(String.init) }
  }
}

/// The socket that an instance listens on when it is handed none.
struct InstanceSocket: Equatable {
  /// The absolute path, because programs of tasks get it and run elsewhere.
  var path: String
  /// The socket's mode: every user may connect to the system's, and the kernel names the peer's user.
  var mode: UInt32
  /// The mode of the socket's directory, if that has to be made.
  var directoryMode: UInt32

  /// Prefers the command line, then the environment, then systemd's directory (systemd.exec(5)), then the
  /// instance's own place.
  /// - Throws: ``UsageError`` when none of these names a path.
  init(
    _ options: DaemonOptions, isSystem: Bool, environment: (String) -> String?, workingDirectory: String
  ) throws(UsageError) {
    mode = isSystem ? 0o666 : 0o600
    directoryMode = isSystem ? 0o755 : 0o700
    let runtime = InstanceDirectories.runtime(isSystem: isSystem, environment)
    guard
      let chosen = options.socket ?? environment("BGTASKD_SOCKET") ?? runtime.map({ "\($0)/bgtaskd.socket" })
    else {
      throw UsageError(
        message: "there is no login session (XDG_RUNTIME_DIR), so --socket has to say where to listen")
    }
    path = chosen.utf8.first == UInt8(ascii: "/") ? chosen : "\(workingDirectory)/\(chosen)"
  }
}

extension ConfigurationLoader {
  /// Creates the loader of the files that this instance reads.
  init(_ options: DaemonOptions, _ directories: InstanceDirectories) {
    self.init(
      directories.configuration, taskOwner: directories.isSystem ? .system : .user(geteuid()),
      file: options.configuration)
  }
}
