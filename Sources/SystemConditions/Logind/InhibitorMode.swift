/// The effect of an inhibitor lock of logind, by logind's names.
package enum InhibitorMode: String, Hashable, Sendable {
  /// The machine waits a moment before it sleeps or shuts down.
  case delay
  /// The machine does not go to sleep by itself.
  case block

  /// The operations that the lock inhibits (org.freedesktop.login1(5), Inhibit).
  ///
  /// A lock on `idle` would be wrong: logind calls a machine with such a lock in use, so the work that waits
  /// for an idle machine would stop itself, and desktops keep the screen on for it. One on `sleep` holds back
  /// suspending for idleness as well. A person who closes the lid overrides it (`LidSwitchIgnoreInhibited=`).
  var what: String {
    switch self {
    case .delay: "sleep:shutdown"
    case .block: "sleep"
    }
  }
}
