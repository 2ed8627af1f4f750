import LinuxSystem

/// The docks and other screens that logind knows of, and reports only when it is asked
/// (org.freedesktop.login1(5), `Docked`). Confined to its bus's queue.
final class Dock: ServiceFollower {
  let service: BusService
  private var object: ServiceObject?
  /// Whether the machine is docked; nil where logind does not tell.
  private(set) var isDocked: Bool?
  /// Called when ``isDocked`` has changed, or is not known any more.
  var whenKnown: () -> Void = {}

  /// A follower that has not asked yet.
  init(on bus: BusConnection) { service = BusService("org.freedesktop.login1", on: bus) }

  func ask() { object?.ask {} }

  func follow() {
    object = ServiceObject(
      service, "/org/freedesktop/login1", "org.freedesktop.login1.Manager", ["Docked"]
    ) { [weak self] in
      self?.isDocked = $0["Docked"]?.flag
      self?.whenKnown()
    }
  }

  func sayUnknown() { whenKnown() }

  func forget() { (object, isDocked) = (nil, nil) }
}
