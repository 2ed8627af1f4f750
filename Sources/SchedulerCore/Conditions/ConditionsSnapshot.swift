/// What the scheduler believes about the machine, for callers.
package struct ConditionsSnapshot: Hashable, Sendable {
  /// What sources and simulation say.
  package var conditions: Conditions
  /// What is known of each field, and from whom, in the protocol's order.
  package var observations: [Observation]
  /// The fields that a simulation sets, in the protocol's order.
  package var simulated: [ConditionField]
  /// The requirements that do not hold, a change that still settles counted against them.
  package var unmet: [ReasonCode]

  /// A snapshot.
  package init(
    conditions: Conditions, observations: [Observation] = [], simulated: [ConditionField], unmet: [ReasonCode]
  ) {
    self.conditions = conditions
    self.observations = observations
    self.simulated = simulated
    self.unmet = unmet
  }
}
