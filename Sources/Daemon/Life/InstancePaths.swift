import Glibc
import LinuxSystem

/// Where an instance of the daemon listens, keeps its state and finds its configuration.
struct InstancePaths: Equatable {
  /// Absolute, because programs of tasks are told of it and run elsewhere.
  var socket: String
  var stateDirectory: String
  /// The highest first.
  var configurationDirectories: [String]
  /// Everybody may connect to the system's socket; who they are is asked of the kernel.
  var socketMode: UInt32
  var socketDirectoryMode: UInt32

  /// Command line, then environment, then systemd's directories (systemd.exec(5)), then the instance's own places.
  /// - Throws: ``UsageError`` when nothing says where something is.
  init(
    _ options: DaemonOptions, environment: (String) -> String?, uid: UInt32, home: String,
    workingDirectory: String
  ) throws(UsageError) {
    func directory(_ variable: String) -> String? {
      // systemd lists several directories with colons between them; the first is the service's own.
      environment(variable).flatMap { $0.split(separator: ":").first.map(String.init) }
    }
    let isSystem = options.instance.map { $0 == .system } ?? (uid == 0 && directory("STATE_DIRECTORY") != nil)
    func place(
      _ explicit: String?, _ name: String, system: String, user: String?
    ) throws(UsageError) -> String {
      if let path = explicit ?? (isSystem ? system : user) { return path }
      throw UsageError(message: "neither \(name) nor the variables of a login session say where to go")
    }
    let runtime = environment("XDG_RUNTIME_DIR").map { "\($0)/bgtaskd/bgtaskd.socket" }
    let chosen = try place(
      options.socket ?? environment("BGTASKD_SOCKET")
        ?? directory("RUNTIME_DIRECTORY").map { "\($0)/bgtaskd.socket" },
      "--socket", system: "/run/bgtaskd/bgtaskd.socket", user: runtime)
    socket = chosen.utf8.first == UInt8(ascii: "/") ? chosen : "\(workingDirectory)/\(chosen)"
    stateDirectory = try place(
      options.stateDirectory ?? directory("STATE_DIRECTORY"), "--state-directory", system: "/var/lib/bgtaskd",
      user: "\(environment("XDG_STATE_HOME") ?? "\(home)/.local/state")/bgtaskd")
    let common = ["/etc/bgtaskd", "/usr/local/lib/bgtaskd", "/usr/lib/bgtaskd"]
    let own = "\(environment("XDG_CONFIG_HOME") ?? "\(home)/.config")/bgtaskd"
    configurationDirectories = isSystem ? common : [own] + common
    socketMode = isSystem ? 0o666 : 0o600
    socketDirectoryMode = isSystem ? 0o755 : 0o700
  }
}
