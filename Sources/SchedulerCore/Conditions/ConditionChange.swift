/// A new value of one field of ``Conditions``: what a source saw, or what a simulation says. Nil is unknown.
public enum ConditionChange: Hashable, Sendable {
  case powerSource(PowerSource)
  /// 0 to 100.
  case batteryPercent(Int?)
  case lowPowerMode(Bool?)
  case network(NetworkAccess)
  case idle(Bool?)
  case thermalPressure(Bool?)
  case cpuPressure(Bool?)
  case memoryPressure(Bool?)
  case ioPressure(Bool?)
  case storageLow(Bool?)

  /// Which field it is about.
  public var field: ConditionField {
    switch self {
    case .powerSource: .powerSource
    case .batteryPercent: .batteryPercent
    case .lowPowerMode: .lowPowerMode
    case .network: .network
    case .idle: .idle
    case .thermalPressure: .thermalPressure
    case .cpuPressure: .cpuPressure
    case .memoryPressure: .memoryPressure
    case .ioPressure: .ioPressure
    case .storageLow: .storageLow
    }
  }
}
