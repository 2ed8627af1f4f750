import SchedulerAPI
import SchedulerCore

/// The conditions as the scheduler has them, field by field.
enum ConditionsTable {
  static func make(_ conditions: Wire.Conditions, for invocation: Invocation) -> Table {
    var table = Table([
      .init(heading: "CONDITION"),
      .init(heading: "VALUE", minimumWidth: 10),
      .init(heading: "SURE", minimumWidth: 7, dropRank: 2),
      .init(heading: "FROM", minimumWidth: 14, dropRank: 0),
      .init(heading: "SINCE", minimumWidth: 10, dropRank: 1),
    ])
    table.wraps = true
    let observations = conditions.observations ?? []
    for field in ConditionField.allCases {
      let hasNoSource = conditions.unknown?.contains(field.rawValue) == true
      let value = hasNoSource ? unknown : value(field, conditions)
      let isSimulated = conditions.simulated.contains(field.rawValue)
      let observation = observations.first { $0.field == field.rawValue }
      // A source may not know either: a machine without a battery has no percentage.
      let origin = observation?.source ?? (hasNoSource ? "no source" : "")
      table.rows.append([
        .init(field.words, .bold),
        .init(value, value == unknown ? .dim : .plain),
        .init(observation.map { $0.certainty == .guessed ? "guessed" : "yes" } ?? ""),
        .init(SafeText.inline(origin), isSimulated ? .cyan : .plain),
        .init(observation.map { invocation.date($0.sinceUSec) } ?? ""),
      ])
    }
    return table
  }

  /// Returns `power: battery, network: none`, without unknown conditions and false flags except `idle`.
  static func summary(_ conditions: Wire.Conditions) -> String {
    ConditionField.allCases.compactMap { field in
      let value = value(field, conditions)
      let isKnown = value != unknown && conditions.unknown?.contains(field.rawValue) != true
      let isQuiet = field != .idle && conditions.value(of: field) == .flag(false)
      return isKnown && !isQuiet ? "\(field.words): \(value)" : nil
    }.joined(separator: ", ")
  }

  private static let unknown = "unknown"

  private static func value(_ field: ConditionField, _ conditions: Wire.Conditions) -> String {
    switch conditions.value(of: field) {
    case .flag(let flag): flag.map { $0 ? "yes" : "no" } ?? unknown
    case .percent(let percent): percent.map { "\($0)%" } ?? unknown
    case .powerSource(let source): source.rawValue
    case .network(let network): network.rawValue
    case .names(let names):
      names.map { $0.isEmpty ? "none" : SafeText.inline($0.sorted().joined(separator: ", ")) } ?? unknown
    }
  }
}
