import LinuxSystem

/// A lock of logind: a descriptor that holds for as long as it is open. Confined to its bus's queue.
final class InhibitorLock {
  let mode: InhibitorMode
  /// The reason that all users see in `systemd-inhibit --list`.
  var why: String
  private var descriptor: SharedDescriptor?
  private var call: BusCall?

  init(_ mode: InhibitorMode, why: String) {
    self.mode = mode
    self.why = why
  }

  deinit { call?.cancel() }

  /// Whether the lock is held.
  var isHeld: Bool { descriptor != nil }

  /// Whether the lock is held or was asked for.
  var isTaken: Bool { isHeld || call != nil }

  /// Asks for the lock. A descriptor that is held already is kept until the new one is there.
  /// - Parameter answered: Called once, with a refusal, or with nil when the lock holds; not after a release.
  func take(
    from service: BusService, _ path: String, _ interface: String, who: String,
    answered: @escaping (BusError?) -> Void
  ) {
    call?.cancel()
    call = service.call(path, interface, "Inhibit") { (writer) throws(BusError) in
      for text in [mode.what, who, why, mode.rawValue] { try writer.string(text) }
    } reply: { [weak self] answer in
      self?.take(answer, answered)
    }
  }

  private func take(_ answer: Result<BusMessage, BusError>, _ answered: (BusError?) -> Void) {
    call = nil
    do throws(BusError) {
      descriptor = try answer.get().read { (reader) throws(BusError) in try reader.descriptor() }
      answered(nil)
    } catch {
      answered(error)
    }
  }

  /// Releases the lock, or the request for it.
  func release() {
    call?.cancel()
    call = nil
    descriptor = nil
  }
}

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
