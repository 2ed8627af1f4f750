public import SchedulerCore

extension Wire.Conditions {
  /// The conditions as callers see them.
  /// - Parameters:
  ///   - simulated: The fields that a simulation sets.
  ///   - unmet: The requirements that do not hold now; each code is listed once.
  public init(
    _ conditions: SchedulerCore.Conditions, simulated: [ConditionField], unmet: [ReasonCode]
  ) {
    var unknown: [ConditionField] = []
    func known(_ value: Bool?, _ field: ConditionField, else assumed: Bool = false) -> Bool {
      if value == nil { unknown.append(field) }
      return value ?? assumed
    }
    if conditions.powerSource == .unknown { unknown.append(.powerSource) }
    if conditions.network == .unknown { unknown.append(.network) }
    self.init(
      powerSource: conditions.powerSource, batteryPercent: conditions.batteryPercent,
      lowPowerMode: known(conditions.lowPowerMode, .lowPowerMode), network: conditions.network,
      idle: known(conditions.idle, .idle, else: true),
      thermalPressure: known(conditions.thermalPressure, .thermalPressure),
      cpuPressure: known(conditions.cpuPressure, .cpuPressure),
      memoryPressure: known(conditions.memoryPressure, .memoryPressure),
      ioPressure: known(conditions.ioPressure, .ioPressure),
      storageLow: known(conditions.storageLow, .storageLow), simulated: [])
    self.simulated = Self.names(simulated)
    self.unmet = ReasonCode.allCases.filter(unmet.contains).map(\.rawValue)
    self.unknown = Self.names(unknown)
  }

  /// In the order of the protocol file.
  private static func names(_ fields: [ConditionField]) -> [String] {
    ConditionField.allCases.filter(fields.contains).map(\.rawValue)
  }
}
