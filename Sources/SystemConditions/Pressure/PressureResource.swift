import SchedulerCore

/// What tasks of the machine may have to wait for.
enum PressureResource: String, CaseIterable {
  case cpu
  case memory
  case io

  func change(_ isUnderPressure: Bool?) -> ConditionChange {
    switch self {
    case .cpu: .cpuPressure(isUnderPressure)
    case .memory: .memoryPressure(isUnderPressure)
    case .io: .ioPressure(isUnderPressure)
    }
  }
}
