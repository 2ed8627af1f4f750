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
