import LinuxSystem

/// The programs that keep GNOME's session from being idle (gnome-session's org.gnome.SessionManager.xml).
/// Confined to its bus's queue.
final class SessionInhibitors: IdleMonitor {
  private static let name = "org.gnome.SessionManager"
  /// `GSM_INHIBITOR_FLAG_IDLE` of gnome-session.
  private static let idleFlag: Int64 = 8

  let service: BusService
  var handler: ((Bool?) -> Void)?
  private var object: ServiceObject?

  init(on bus: BusConnection) { service = BusService(Self.name, on: bus) }

  func follow() {
    object = ServiceObject(service, "/org/gnome/SessionManager", Self.name, ["InhibitedActions"]) {
      [weak self] in
      self?.handler?($0["InhibitedActions"]?.number.map { $0 & Self.idleFlag != 0 })
    }
  }

  func forget() { object = nil }
}
