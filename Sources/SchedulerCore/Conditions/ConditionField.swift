/// A field of ``Conditions`` by its name in the protocol.
public enum ConditionField: String, CaseIterable, Sendable {
  case powerSource
  case batteryPercent
  case lowPowerMode
  case network
  case idle
  case thermalPressure
  case cpuPressure
  case memoryPressure
  case ioPressure
  case storageLow
}
