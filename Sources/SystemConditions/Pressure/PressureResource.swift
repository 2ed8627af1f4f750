import SchedulerCore

/// A resource that tasks of the machine may have to wait for.
enum PressureResource: String, CaseIterable {
  case cpu
  case memory
  case io

  func change(_ isUnderPressure: Bool?) -> ConditionChange {
    switch self {
    case .cpu: .flag(.cpuPressure, isUnderPressure)
    case .memory: .flag(.memoryPressure, isUnderPressure)
    case .io: .flag(.ioPressure, isUnderPressure)
    }
  }
}
