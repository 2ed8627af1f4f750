import LinuxSystem
package import SchedulerCore

/// Where power comes from, how full the batteries are and whether they are being charged, from UPower where
/// it runs. It is not started for this: without it ``PowerSupplySource`` knows nearly as much. Fields:
/// `powerSource`, `batteryPercent`, `charging`.
package final class UPowerSource: ConditionSource {
  private static let path = "/org/freedesktop/UPower"

  /// `upower`.
  package let name = "upower"
  /// It is asked over the bus.
  package let speaksAtOnce = false

  private let service: BusService
  private var announcer: Announcer?
  private var manager: ServiceObject?
  private var device: ServiceObject?
  private var properties: [String: BusValue] = [:]
  private var deviceProperties: [String: BusValue] = [:]

  /// A source that is not started yet.
  package init(on bus: BusConnection) { service = BusService("org.freedesktop.UPower", on: bus) }

  /// Begins to follow UPower.
  package func start(_ handler: @escaping ([ConditionChange]) -> Void) {
    announcer = Announcer(isAwaited: true, handler)
    service.start { [weak self] in self?.changed($0) }
  }

  /// Stops listening to it.
  package func stop() {
    announcer?.end()
    announcer = nil
    service.stop()
    (manager, device) = (nil, nil)
    (properties, deviceProperties) = ([:], [:])
  }

  private func changed(_ change: BusService.Change) {
    (properties, deviceProperties) = ([:], [:])
    switch change {
    case .found:
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
    case .missing:
      (manager, device) = (nil, nil)
      announce()
    }
  }

  private func announce() { announcer?.announce(UPowerReading(properties, deviceProperties).changes) }
}
