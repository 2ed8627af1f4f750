import CSystemd
import Glibc

/// The units that processes belong to, as systemd and journald see it: by their control groups
/// (sd_pid_get_unit(3)).
package enum ServiceUnit {
  /// Returns the system manager's unit of a process; nil when it has none or is gone.
  package static func ofSystem(process pid: Int32) -> String? { name(sd_pid_get_unit, pid) }

  /// Returns the unit of a user's own manager that a process belongs to; nil when it has none or is gone.
  package static func ofUser(process pid: Int32) -> String? { name(sd_pid_get_user_unit, pid) }

  private static func name(
    _ call: (pid_t, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt, _ pid: Int32
  ) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard call(pid, &text) >= 0, let text else { return nil }
    defer { free(text) }
    return String(cString: text)
  }
}
