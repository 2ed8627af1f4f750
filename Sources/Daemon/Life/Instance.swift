import ConfigurationFiles
import Glibc

/// Which instance of the daemon this is, where it keeps its state and where it finds its configuration.
struct InstanceDirectories: Equatable {
  /// The system's instance; else a user's own.
  var isSystem: Bool
  var state: String
  /// Where it finds what people write for it.
  var configuration: ConfigurationDirectories

  /// Command line, then systemd's directories (systemd.exec(5)), then the instance's own places.
  init(_ options: DaemonOptions, environment: (String) -> String?, uid: UInt32, home: String) {
    let service = Self.first("STATE_DIRECTORY", environment)
    isSystem = options.instance.map { $0 == .system } ?? (uid == 0 && service != nil)
    let own = "\(environment("XDG_STATE_HOME") ?? "\(home)/.local/state")/bgtaskd"
    state = options.stateDirectory ?? service ?? (isSystem ? "/var/lib/bgtaskd" : own)
    configuration = ConfigurationDirectories(isSystem: isSystem, environment: environment, home: home)
  }

  /// Where an instance keeps what is gone after a boot; nil for a user's own without a login session.
  static func runtime(isSystem: Bool, _ environment: (String) -> String?) -> String? {
    first("RUNTIME_DIRECTORY", environment)
      ?? (isSystem ? "/run/bgtaskd" : environment("XDG_RUNTIME_DIR").map { "\($0)/bgtaskd" })
  }

  /// systemd lists several directories with colons between them; the first is the service's own.
  static func first(_ variable: String, _ environment: (String) -> String?) -> String? {
    environment(variable).flatMap { $0.split(separator: ":").first.map(String.init) }
  }
}

/// Where an instance of the daemon listens when nobody hands it a socket.
struct InstanceSocket: Equatable {
  /// Absolute, because programs of tasks are told of it and run elsewhere.
  var path: String
  /// Everybody may connect to the system's socket; who they are is asked of the kernel.
  var mode: UInt32
  /// Of its directory, if that has to be made.
  var directoryMode: UInt32

  /// Command line, then environment, then systemd's directory (systemd.exec(5)), then the instance's own
  /// place.
  /// - Throws: ``UsageError`` when nothing says where.
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
  /// What this instance of the daemon reads.
  init(_ options: DaemonOptions, _ directories: InstanceDirectories) {
    self.init(
      directories.configuration, taskOwner: directories.isSystem ? .system : .user(geteuid()),
      file: options.configuration)
  }
}
