/// `requiresExternalPower` (R32).
struct ExternalPowerPolicy: RequirementPolicy {
  let requirement = Requirements.externalPower
  let code = ReasonCode.externalPower
  let message = "it needs external power"

  func isMet(by conditions: Conditions, _ configuration: SchedulerConfiguration) -> Bool {
    conditions.powerSource != .battery
  }
  func required(_ configuration: SchedulerConfiguration) -> String { PowerSource.external.rawValue }
  func observed(in conditions: Conditions) -> String { conditions.powerSource.rawValue }
}

/// `requiresBatteryNotLow`, and R35 for work that can wait.
struct BatteryPolicy: RequirementPolicy {
  let requirement = Requirements.batteryNotLow
  let code = ReasonCode.batteryNotLow
  let message = "the battery is low"

  func isMet(by conditions: Conditions, _ configuration: SchedulerConfiguration) -> Bool {
    guard conditions.powerSource == .battery, let percent = conditions.batteryPercent else { return true }
    return percent > configuration.lowBatteryPercent
  }
  func required(_ configuration: SchedulerConfiguration) -> String {
    "more than \(configuration.lowBatteryPercent)%, or external power"
  }
  func observed(in conditions: Conditions) -> String {
    "\(conditions.batteryPercent.map { "\($0)%" } ?? "unknown"), \(conditions.powerSource.rawValue) power"
  }
}
