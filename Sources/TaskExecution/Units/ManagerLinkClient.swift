import LinuxSystem

/// Who uses a ``ManagerLink``.
protocol ManagerLinkClient: AnyObject {
  /// The manager answers. Whatever was known of its units may be out of date.
  func linkIsReady()
  /// The manager was there and is gone.
  func linkIsLost()
  /// The manager could not be reached. The link is idle, until it is needed again.
  func linkFailed(_ error: BusError)
  /// The manager reads all units again from their files, or has done so (org.freedesktop.systemd1(5),
  /// `Reloading`).
  func managerReloads(begins: Bool)
  /// A job is done with (org.freedesktop.systemd1(5), `JobRemoved`).
  func jobRemoved(_ job: String, result: String)
  /// A unit is not loaded any more.
  func unitRemoved(_ path: String)
  /// Properties of a unit have changed.
  func unitChanged(_ path: String, _ message: BusMessage)
}
