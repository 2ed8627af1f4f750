package import SchedulerCore

extension Wire.Conditions {
  /// The conditions as callers see them.
  /// - Parameters:
  ///   - observations: The observed value of each field, with its source.
  ///   - simulated: The fields that a simulation sets.
  ///   - unmet: The requirements that do not hold now; each code is listed once.
  package init(
    _ conditions: SchedulerCore.Conditions, observations: [Observation] = [], simulated: [ConditionField],
    unmet: [ReasonCode]
  ) {
    // An unknown condition is shown with the value that holds nothing back.
    func known(_ field: ConditionField, else assumed: Bool = false) -> Bool {
      if case .flag(let flag?) = conditions[field] { flag } else { assumed }
    }
    self.init(
      powerSource: conditions.powerSource, batteryPercent: conditions.batteryPercent,
      lowPowerMode: known(.lowPowerMode), network: conditions.network, idle: known(.idle, else: true),
      thermalPressure: known(.thermalPressure), cpuPressure: known(.cpuPressure),
      memoryPressure: known(.memoryPressure), ioPressure: known(.ioPressure), storageLow: known(.storageLow),
      simulated: [], vpn: conditions.vpn, charging: conditions.charging, locked: conditions.locked,
      networkNames: conditions.networkNames?.sorted(), users: conditions.users?.sorted(),
      lidClosed: conditions.lidClosed, activeUsers: conditions.activeUsers?.sorted())
    self.observations = observations.map(Wire.Observation.init)
    self.simulated = Self.names(simulated)
    self.unmet = ReasonCode.allCases.filter(unmet.contains).map(\.rawValue)
    // A battery is absent more often than unknown, which looks the same.
    self.unknown = Self.names(
      ConditionField.allCases.filter { $0 != .batteryPercent && conditions[$0].isUnknown })
  }

  /// The core's conditions as callers see them.
  package init(_ snapshot: ConditionsSnapshot) {
    self.init(
      snapshot.conditions, observations: snapshot.observations, simulated: snapshot.simulated,
      unmet: snapshot.unmet)
  }

  /// Returns the names of the fields in the order of the protocol file.
  private static func names(_ fields: [ConditionField]) -> [String] {
    ConditionField.allCases.filter(fields.contains).map(\.rawValue)
  }

  /// Returns the value of a field, which may be one that stands for unknown.
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
    }
  }
}

extension Wire.Observation {
  /// An observation as callers see it.
  init(_ observation: Observation) {
    self.init(
      field: observation.field.rawValue, value: observation.value.text, source: observation.source,
      certainty: observation.certainty, sinceUSec: observation.since.uSec)
  }
}

extension ConditionValue {
  /// The value as a simulation takes it.
  var text: String {
    switch self {
    case .flag(let flag): flag.map { $0 ? "true" : "false" } ?? "unknown"
    case .percent(let percent): percent.map { "\($0)" } ?? "unknown"
    case .powerSource(let source): source.rawValue
    case .network(let network): network.rawValue
    case .names(let names): names.map { $0.sorted().joined(separator: ",") } ?? "unknown"
    }
  }
}
