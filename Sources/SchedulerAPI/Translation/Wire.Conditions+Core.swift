package import SchedulerCore

extension Wire.Conditions {
  /// The conditions as callers see them.
  /// - Parameters:
  ///   - observations: The observed value of each field, with its source.
  ///   - simulated: The fields that a simulation sets.
  ///   - unmet: The requirements that do not hold now; each code is listed once.
  package init(
    _ conditions: SchedulerCore.Conditions, observations: [Observation] = [], simulated: [ConditionField],
    unmet: [ReasonCode]
  ) {
    self.init(fields: conditions)
    self.observations = observations.map(Wire.Observation.init)
    self.simulated = Self.names(simulated)
    self.unmet = ReasonCode.allCases.filter(unmet.contains).map(\.rawValue)
    // A battery is absent more often than unknown, which looks the same.
    self.unknown = Self.names(
      ConditionField.allCases.filter { $0 != .batteryPercent && conditions[$0].isUnknown })
  }

  /// The core's conditions as callers see them.
  package init(_ snapshot: ConditionsSnapshot) {
    self.init(
      snapshot.conditions, observations: snapshot.observations, simulated: snapshot.simulated,
      unmet: snapshot.unmet)
  }

  /// Returns the names of the fields in the order of the protocol file.
  private static func names(_ fields: [ConditionField]) -> [String] {
    ConditionField.allCases.filter(fields.contains).map(\.rawValue)
  }
}

extension Wire.Observation {
  /// An observation as callers see it.
  init(_ observation: Observation) {
    self.init(
      field: observation.field.rawValue, value: observation.value.text, source: observation.source,
      certainty: observation.certainty, sinceUSec: observation.since.uSec)
  }
}

extension ConditionValue {
  /// The value as a simulation takes it.
  var text: String {
    switch self {
    case .flag(let flag): flag.map { $0 ? "true" : "false" } ?? "unknown"
    case .percent(let percent): percent.map { "\($0)" } ?? "unknown"
    case .powerSource(let source): source.rawValue
    case .network(let network): network.rawValue
    case .names(let names): names.map { $0.sorted().joined(separator: ",") } ?? "unknown"
    }
  }
}
