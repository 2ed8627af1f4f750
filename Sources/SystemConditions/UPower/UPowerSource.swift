import LinuxSystem
import SchedulerCore

/// Where power comes from, how full the batteries are and whether they are being charged, from UPower where
/// it runs. It is not started for this: without it ``PowerSupplySource`` knows nearly as much. Fields:
/// `powerSource`, `batteryPercent`, `charging`, and `lowPowerMode` while the battery is low.
package final class UPowerSource: ServiceSource {
  private static let path = "/org/freedesktop/UPower"

  /// `upower`.
  package let name = "upower"

  let service: BusService
  var announcer: Announcer?
  private var manager: ServiceObject?
  private var device: ServiceObject?
  private var properties: [String: BusValue] = [:]
  private var deviceProperties: [String: BusValue] = [:]

  /// A source that is not started yet.
  package init(on bus: BusConnection) { service = BusService("org.freedesktop.UPower", on: bus) }

  func follow() {
    manager = ServiceObject(service, Self.path, "org.freedesktop.UPower", UPowerReading.properties) {
      [weak self] in
      self?.properties = $0
      self?.announce()
    }
    device = ServiceObject(
      service, Self.path + "/devices/DisplayDevice", "org.freedesktop.UPower.Device",
      UPowerReading.deviceProperties
    ) { [weak self] in
      self?.deviceProperties = $0
      self?.announce()
    }
  }

  func sayUnknown() { announce() }

  func forget() {
    (manager, device) = (nil, nil)
    (properties, deviceProperties) = ([:], [:])
  }

  private func announce() { announcer?.announce(UPowerReading(properties, deviceProperties).changes) }
}
