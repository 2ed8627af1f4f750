/// `requiresIdle` (R31).
struct IdlePolicy: RequirementPolicy {
  let requirement = Requirements.idle
  let code = ReasonCode.idle
  let message = "somebody is using the machine"

  func isMet(by conditions: Conditions, _ configuration: SchedulerConfiguration) -> Bool {
    conditions.idle != false
  }
  func required(_ configuration: SchedulerConfiguration) -> String { "idle" }
  func observed(in conditions: Conditions) -> String {
    switch conditions.idle {
    case nil: "unknown"
    case true?: "idle"
    case false?: "in use"
    }
  }
}

/// `requiresStorageNotLow`.
struct StoragePolicy: RequirementPolicy {
  let requirement = Requirements.storageNotLow
  let code = ReasonCode.storageNotLow
  let message = "storage is nearly full"

  func isMet(by conditions: Conditions, _ configuration: SchedulerConfiguration) -> Bool {
    conditions.storageLow != true
  }
  func required(_ configuration: SchedulerConfiguration) -> String { "not low" }
  func observed(in conditions: Conditions) -> String {
    switch conditions.storageLow {
    case nil: "unknown"
    case true?: "low"
    case false?: "not low"
    }
  }
}

/// A hot machine is not made hotter by work that can wait.
struct ThermalPressurePolicy: RequirementPolicy {
  let requirement = Requirements.noThermalPressure
  let code = ReasonCode.thermalPressure
  let message = "the machine is hot"

  func isMet(by conditions: Conditions, _ configuration: SchedulerConfiguration) -> Bool {
    conditions.thermalPressure != true
  }
  func required(_ configuration: SchedulerConfiguration) -> String { "off" }
  func observed(in conditions: Conditions) -> String { conditions.thermalPressure.onOffText }
}

/// Work that can wait does not make short memory shorter.
struct MemoryPressurePolicy: RequirementPolicy {
  let requirement = Requirements.noMemoryPressure
  let code = ReasonCode.memoryPressure
  let message = "memory is short"

  func isMet(by conditions: Conditions, _ configuration: SchedulerConfiguration) -> Bool {
    conditions.memoryPressure != true
  }
  func required(_ configuration: SchedulerConfiguration) -> String { "off" }
  func observed(in conditions: Conditions) -> String { conditions.memoryPressure.onOffText }
}

/// Work that wants a quiet machine waits while processors are overcommitted.
struct CPUPressurePolicy: RequirementPolicy {
  let requirement = Requirements.noCPUPressure
  let code = ReasonCode.cpuPressure
  let message = "the processors are busy"

  func isMet(by conditions: Conditions, _ configuration: SchedulerConfiguration) -> Bool {
    conditions.cpuPressure != true
  }
  func required(_ configuration: SchedulerConfiguration) -> String { "off" }
  func observed(in conditions: Conditions) -> String { conditions.cpuPressure.onOffText }
}

/// Work that wants a quiet machine waits while disks are overcommitted.
struct IOPressurePolicy: RequirementPolicy {
  let requirement = Requirements.noIOPressure
  let code = ReasonCode.ioPressure
  let message = "the disks are busy"

  func isMet(by conditions: Conditions, _ configuration: SchedulerConfiguration) -> Bool {
    conditions.ioPressure != true
  }
  func required(_ configuration: SchedulerConfiguration) -> String { "off" }
  func observed(in conditions: Conditions) -> String { conditions.ioPressure.onOffText }
}

extension Bool? {
  /// A state that may be unknown, in a word.
  var onOffText: String {
    switch self {
    case nil: "unknown"
    case true?: "on"
    case false?: "off"
    }
  }
}
