import LinuxSystem
import SchedulerCore

/// The source of where power comes from, of the batteries' level and of whether they are being charged, and
/// of whether the lid is closed over the only screen, from UPower where it runs. UPower is not started for
/// this: without it ``PowerSupplySource`` knows nearly as much of power. Fields: `powerSource`,
/// `batteryPercent`, `charging`, `lidClosed`, and `lowPowerMode` while the battery is low.
package final class UPowerSource: ServiceSource, RefreshableSource {
  private static let path = "/org/freedesktop/UPower"

  package let name = "upower"

  let service: BusService
  var announcer: Announcer?
  private var manager: ServiceObject?
  private var device: ServiceObject?
  private let dock: Dock
  private var properties: [String: BusValue] = [:]
  private var deviceProperties: [String: BusValue] = [:]

  /// A source that is not started yet.
  package init(on bus: BusConnection) {
    service = BusService("org.freedesktop.UPower", on: bus)
    dock = Dock(on: bus)
    dock.whenKnown = { [weak self] in if self?.lid.isClosed == true { self?.announce() } }
  }

  /// Asks, while the lid is closed, whether another screen is in use, which changes without a signal.
  package func refresh() { if lid.isClosed == true { dock.ask() } }

  func follow() {
    let names = UPowerReading.properties.union(LidReading.properties)
    manager = ServiceObject(service, Self.path, "org.freedesktop.UPower", names) { [weak self] in
      guard let self else { return }
      let before = lid
      properties = $0
      if lid != before { refresh() }
      announce()
    }
    device = ServiceObject(
      service, Self.path + "/devices/DisplayDevice", "org.freedesktop.UPower.Device",
      UPowerReading.deviceProperties
    ) { [weak self] in
      self?.deviceProperties = $0
      self?.announce()
    }
    dock.startFollowing()
  }

  func sayUnknown() { announce() }

  func forget() {
    (manager, device) = (nil, nil)
    (properties, deviceProperties) = ([:], [:])
    dock.stopFollowing()
  }

  private var lid: LidReading { LidReading(properties) }

  private func announce() {
    announcer?.announce(
      UPowerReading(properties, deviceProperties).changes + [lid.change(isDocked: dock.isDocked)])
  }
}
