/// `requiresNetworkConnectivity` (R32).
struct NetworkPolicy: RequirementPolicy {
  let requirement = Requirements.network
  let code = ReasonCode.network
  let message = "it needs a network"

  func isMet(by conditions: Conditions, _ configuration: SchedulerConfiguration) -> Bool {
    conditions.network != .none
  }
  func required(_ configuration: SchedulerConfiguration) -> String { "any" }
  func observed(in conditions: Conditions) -> String { conditions.network.rawValue }
}

/// `requiresUnmeteredNetwork`.
struct UnmeteredNetworkPolicy: RequirementPolicy {
  let requirement = Requirements.unmeteredNetwork
  let code = ReasonCode.unmeteredNetwork
  let message = "it needs a network that is not metered"

  func isMet(by conditions: Conditions, _ configuration: SchedulerConfiguration) -> Bool {
    conditions.network == .unmetered || conditions.network == .unknown
  }
  func required(_ configuration: SchedulerConfiguration) -> String { NetworkAccess.unmetered.rawValue }
  func observed(in conditions: Conditions) -> String { conditions.network.rawValue }
}
