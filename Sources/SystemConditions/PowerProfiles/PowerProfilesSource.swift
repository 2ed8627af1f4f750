import LinuxSystem
package import SchedulerCore

/// The source of whether the machine saves power, from power-profiles-daemon or its substitute (tuned-ppd).
/// Fields: `lowPowerMode`, and `thermalPressure` while performance is held down for heat.
package final class PowerProfilesSource: ConditionSource {
  /// The service's names: the one before its version 0.20, and the one since.
  private static let names = [
    (service: "net.hadess.PowerProfiles", path: "/net/hadess/PowerProfiles"),
    (service: "org.freedesktop.UPower.PowerProfiles", path: "/org/freedesktop/UPower/PowerProfiles"),
  ]

  package let name = "power-profiles"
  /// The bus answers later.
  package let speaksAtOnce = false

  private let services: [BusService]
  private var objects: [Int: ServiceObject] = [:]
  /// The properties of each service that is there.
  private var properties: [Int: (profile: String?, degradation: String?)] = [:]
  private var announcer: Announcer?

  /// A source that is not started yet.
  package init(on bus: BusConnection) { services = Self.names.map { BusService($0.service, on: bus) } }

  /// Starts to follow the services.
  package func start(_ handler: @escaping ([ConditionChange]) -> Void) {
    announcer = Announcer(isAwaited: true, handler)
    for (number, service) in services.enumerated() {
      service.start { [weak self] in self?.changed($0, number) }
    }
  }

  /// Stops following the services.
  package func stop() {
    announcer?.end()
    announcer = nil
    services.forEach { $0.stop() }
    properties = [:]
    objects = [:]
  }

  private func changed(_ change: BusService.Change, _ number: Int) {
    properties[number] = nil
    switch change {
    case .found:
      let (name, path) = Self.names[number]
      objects[number] = ServiceObject(
        services[number], path, name, ["ActiveProfile", "PerformanceDegraded"]
      ) { [weak self] in
        self?.properties[number] = ($0["ActiveProfile"]?.text, $0["PerformanceDegraded"]?.text)
        self?.announce()
      }
    case .missing:
      objects[number] = nil
      announce()
    }
  }

  private func announce() {
    let profiles = properties.values.compactMap(\.profile)
    let isSaving = profiles.isEmpty ? nil : profiles.contains("power-saver")
    // `PerformanceDegraded` is the reason why performance is held down; empty where it is not. A processor
    // that is held down for other reasons may be cool or hot: the thermal zones know.
    let isHot = properties.values.contains { $0.degradation == "high-operating-temperature" }
    announcer?.announce([.flag(.lowPowerMode, isSaving), .flag(.thermalPressure, isHot ? true : nil)])
  }
}
