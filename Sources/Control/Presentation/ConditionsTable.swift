import SchedulerAPI
import SchedulerCore

/// What the scheduler believes about the machine, field by field.
enum ConditionsTable {
  static func make(_ conditions: Wire.Conditions) -> Table {
    var table = Table([
      .init(heading: "FIELD"),
      .init(heading: "VALUE", minimumWidth: 8),
      .init(heading: "FROM", minimumWidth: 6, dropRank: 0),
    ])
    for field in ConditionField.allCases {
      let isUnknown = conditions.unknown?.contains(field.rawValue) == true
      let isSimulated = conditions.simulated.contains(field.rawValue)
      table.rows.append([
        .init(field.rawValue, .bold),
        .init(isUnknown ? "unknown" : value(field, conditions), isUnknown ? .dim : .plain),
        .init(isSimulated ? "simulation" : isUnknown ? "no source" : "machine", isSimulated ? .cyan : .plain),
      ])
    }
    return table
  }

  /// `powerSource=battery, network=none`, without what nobody knows.
  static func summary(_ conditions: Wire.Conditions) -> String {
    ConditionField.allCases.filter { conditions.unknown?.contains($0.rawValue) != true }
      .map { "\($0.rawValue)=\(value($0, conditions))" }.joined(separator: " ")
  }

  private static func value(_ field: ConditionField, _ conditions: Wire.Conditions) -> String {
    switch field {
    case .powerSource: conditions.powerSource.rawValue
    case .batteryPercent: conditions.batteryPercent.map { "\($0)" } ?? "unknown"
    case .lowPowerMode: yesOrNo(conditions.lowPowerMode)
    case .network: conditions.network.rawValue
    case .idle: yesOrNo(conditions.idle)
    case .thermalPressure: yesOrNo(conditions.thermalPressure)
    case .cpuPressure: yesOrNo(conditions.cpuPressure)
    case .memoryPressure: yesOrNo(conditions.memoryPressure)
    case .ioPressure: yesOrNo(conditions.ioPressure)
    case .storageLow: yesOrNo(conditions.storageLow)
    }
  }

  private static func yesOrNo(_ value: Bool) -> String { value ? "yes" : "no" }
}
