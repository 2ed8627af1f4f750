// Made of the table of conditions by `make generate`. Changes belong there.
// swift-format-ignore-file
package import SchedulerCore

extension Wire.Conditions {
  /// Creates the fields of the core's conditions. An unknown flag that is not optional reads as one that
  /// holds nothing back.
  init(fields conditions: SchedulerCore.Conditions) {
    self.init(
      powerSource: conditions.powerSource, batteryPercent: conditions.batteryPercent,
      lowPowerMode: conditions.lowPowerMode ?? false, network: conditions.network,
      idle: conditions.idle ?? true, thermalPressure: conditions.thermalPressure ?? false,
      cpuPressure: conditions.cpuPressure ?? false, memoryPressure: conditions.memoryPressure ?? false,
      ioPressure: conditions.ioPressure ?? false, storageLow: conditions.storageLow ?? false, simulated: [],
      vpn: conditions.vpn, charging: conditions.charging, locked: conditions.locked,
      networkNames: conditions.networkNames?.sorted(), users: conditions.users?.sorted(),
      lidClosed: conditions.lidClosed, activeUsers: conditions.activeUsers?.sorted(),
      bluetoothDevices: conditions.bluetoothDevices?.sorted()
    )
  }

  /// Returns the value of a field; a flag may stand for an unknown one.
  package func value(of field: ConditionField) -> ConditionValue {
    switch field {
    case .powerSource: .powerSource(powerSource)
    case .batteryPercent: .percent(batteryPercent)
    case .lowPowerMode: .flag(lowPowerMode)
    case .network: .network(network)
    case .idle: .flag(idle)
    case .thermalPressure: .flag(thermalPressure)
    case .cpuPressure: .flag(cpuPressure)
    case .memoryPressure: .flag(memoryPressure)
    case .ioPressure: .flag(ioPressure)
    case .storageLow: .flag(storageLow)
    case .vpn: .flag(vpn)
    case .charging: .flag(charging)
    case .locked: .flag(locked)
    case .networkNames: .names(networkNames.map(Set.init))
    case .users: .names(users.map(Set.init))
    case .lidClosed: .flag(lidClosed)
    case .activeUsers: .names(activeUsers.map(Set.init))
    case .bluetoothDevices: .names(bluetoothDevices.map(Set.init))
    }
  }
}
