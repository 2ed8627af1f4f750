/// Work waits for something to be over that nobody asked for and that everything suffers from.
struct AbsencePolicy: RequirementPolicy {
  let requirement: Requirements
  let code: ReasonCode
  let message: String
  /// Whether it is there; nil is unknown, which holds nothing back.
  let isThere: any KeyPath<Conditions, Bool?> & Sendable

  func isMet(by conditions: Conditions, _ configuration: SchedulerConfiguration) -> Bool {
    conditions[keyPath: isThere] != true
  }
  func required(_ configuration: SchedulerConfiguration) -> String { "off" }
  func observed(in conditions: Conditions) -> String {
    switch conditions[keyPath: isThere] {
    case nil: "unknown"
    case true?: "on"
    case false?: "off"
    }
  }
}

extension AbsencePolicy {
  /// R35: a power-saver profile keeps work that can wait from running.
  static let lowPowerMode = AbsencePolicy(
    requirement: .noLowPowerMode, code: .lowPowerMode, message: "low power mode is on",
    isThere: \.lowPowerMode)
  /// A hot machine is not made hotter by work that can wait.
  static let thermalPressure = AbsencePolicy(
    requirement: .noThermalPressure, code: .thermalPressure, message: "the machine is hot",
    isThere: \.thermalPressure)
  /// Work that can wait does not make short memory shorter.
  static let memoryPressure = AbsencePolicy(
    requirement: .noMemoryPressure, code: .memoryPressure, message: "memory is short",
    isThere: \.memoryPressure)
  /// Work that wants a quiet machine waits while processors are overcommitted.
  static let cpuPressure = AbsencePolicy(
    requirement: .noCPUPressure, code: .cpuPressure, message: "the processors are busy",
    isThere: \.cpuPressure)
  /// Work that wants a quiet machine waits while disks are overcommitted.
  static let ioPressure = AbsencePolicy(
    requirement: .noIOPressure, code: .ioPressure, message: "the disks are busy", isThere: \.ioPressure)
}
