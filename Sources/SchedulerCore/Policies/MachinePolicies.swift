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
