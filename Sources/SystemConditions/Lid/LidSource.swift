import LinuxSystem
import SchedulerCore

/// Whether the lid is closed over the only screen, from UPower, which says at once when it moves, and logind,
/// which knows of docks and other screens and says so only when it is asked. Field: `lidClosed`.
package final class LidSource: ServiceSource, RefreshableSource {
  /// `lid`.
  package let name = "lid"

  let service: BusService
  var announcer: Announcer?
  private let dock: Dock
  private var object: ServiceObject?
  private var lid = LidReading([:])

  /// A source that is not started yet.
  package init(on bus: BusConnection) {
    service = BusService("org.freedesktop.UPower", on: bus)
    dock = Dock(on: bus)
    dock.whenKnown = { [weak self] in self?.announce() }
  }

  /// Asks for what changes without a word while the lid is closed: whether another screen is in use.
  package func refresh() { if lid.isClosed == true { dock.ask() } }

  func follow() {
    object = ServiceObject(service, "/org/freedesktop/UPower", service.name, LidReading.properties) {
      [weak self] in
      guard let self else { return }
      lid = LidReading($0)
      if lid.isClosed == true { dock.ask() }
      announce()
    }
    dock.startFollowing()
  }

  func sayUnknown() { announce() }

  func forget() {
    object = nil
    lid = LidReading([:])
    dock.stopFollowing()
  }

  private func announce() { announcer?.announce([lid.change(isDocked: dock.isDocked)]) }

  /// What logind knows of other screens (org.freedesktop.login1(5), `Docked`).
  private final class Dock: ServiceFollower {
    let service: BusService
    private var object: ServiceObject?
    /// nil where logind does not tell.
    private(set) var isDocked: Bool?
    var whenKnown: () -> Void = {}

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
}
