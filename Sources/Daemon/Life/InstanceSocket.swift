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
