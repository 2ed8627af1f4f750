/// The conditions of the machine as the scheduler believes them, for callers.
package struct ConditionsSnapshot: Hashable, Sendable {
  /// The conditions that sources and a simulation report.
  package var conditions: Conditions
  /// The known fields with their sources, in the protocol's order.
  package var observations: [Observation]
  /// The fields that a simulation sets, in the protocol's order.
  package var simulated: [ConditionField]
  /// The requirements that do not hold. A change within its debounce counts against them.
  package var unmet: [ReasonCode]

  package init(
    conditions: Conditions, observations: [Observation] = [], simulated: [ConditionField], unmet: [ReasonCode]
  ) {
    self.conditions = conditions
    self.observations = observations
    self.simulated = simulated
    self.unmet = unmet
  }
}
