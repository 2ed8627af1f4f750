#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where the daemon listens.
package enum SocketPath {
  /// The system instance's socket.
  package static let system = "/run/bgtaskd/bgtaskd.socket"
  /// The variable that overrides where the daemon is looked for.
  package static let variable = "BGTASKD_SOCKET"

  /// The user instance's socket; nil when there is no runtime directory.
  package static func user(environment: (String) -> String? = variable(named:)) -> String? {
    environment("XDG_RUNTIME_DIR").map { $0 + "/bgtaskd/bgtaskd.socket" }
  }

  /// What was asked for, else `BGTASKD_SOCKET`, else the user instance's socket if it exists, else the
  /// system's.
  package static func choose(
    _ explicit: String? = nil, environment: (String) -> String? = variable(named:)
  ) -> String {
    if let chosen = explicit ?? environment(variable) { return chosen }
    guard let user = user(environment: environment), access(user, F_OK) == 0 else { return system }
    return user
  }

  /// A variable of this process's environment; nil when it is absent or empty.
  package static func variable(named name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
