import ConfigurationFiles

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
