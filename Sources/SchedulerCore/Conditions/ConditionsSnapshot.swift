/// What the scheduler believes about the machine, for callers.
public struct ConditionsSnapshot: Hashable, Sendable {
  /// What sources and simulation say.
  public var conditions: Conditions
  /// The fields that a simulation sets, in the protocol's order.
  public var simulated: [ConditionField]
  /// The requirements that do not hold, a change that still settles counted against them.
  public var unmet: [ReasonCode]

  /// A snapshot.
  public init(conditions: Conditions, simulated: [ConditionField], unmet: [ReasonCode]) {
    self.conditions = conditions
    self.simulated = simulated
    self.unmet = unmet
  }
}
