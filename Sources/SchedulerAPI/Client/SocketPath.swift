#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The paths of the daemon's sockets.
package enum SocketPath {
  /// The system instance's socket.
  package static let system = "/run/bgtaskd/bgtaskd.socket"
  /// The environment variable that overrides the socket's path.
  package static let variable = "BGTASKD_SOCKET"

  /// Returns the user instance's socket, or `nil` when there is no runtime directory.
  package static func user(environment: (String) -> String? = variable(named:)) -> String? {
    environment("XDG_RUNTIME_DIR").map { $0 + "/bgtaskd/bgtaskd.socket" }
  }

  /// Returns the explicit path, else that in `BGTASKD_SOCKET`, else the user instance's socket if it exists,
  /// else the system's.
  package static func choose(
    _ explicit: String? = nil, environment: (String) -> String? = variable(named:)
  ) -> String {
    if let chosen = explicit ?? environment(variable) { return chosen }
    guard let user = user(environment: environment), access(user, F_OK) == 0 else { return system }
    return user
  }

  /// Returns a variable of this process's environment, or `nil` when it is absent or empty.
  package static func variable(named name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
