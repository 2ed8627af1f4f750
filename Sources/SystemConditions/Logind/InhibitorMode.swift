/// What an inhibitor lock of logind does, by the names that logind gives.
package enum InhibitorMode: String, Hashable, Sendable {
  /// The machine waits a moment before it sleeps or shuts down.
  case delay
  /// The machine does not go to sleep by itself.
  case block

  /// What the lock is for (org.freedesktop.login1(5), Inhibit).
  ///
  /// A lock on `idle` would be wrong: logind calls a machine with such a lock in use, so the work that waits
  /// for an idle machine would stop itself, and desktops keep the screen on for it. One on `sleep` holds back
  /// suspending for idleness as well. Somebody who closes the lid goes before it
  /// (`LidSwitchIgnoreInhibited=`).
  var what: String {
    switch self {
    case .delay: "sleep:shutdown"
    case .block: "sleep"
    }
  }
}
