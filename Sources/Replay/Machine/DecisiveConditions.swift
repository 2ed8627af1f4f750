import SchedulerCore

/// A filter of the changes that no rule of the scheduler can see. A record mostly says how full a battery is,
/// and each change that the scheduler takes in costs an evaluation.
struct DecisiveConditions {
  /// The fields that requirements ask for. Expressions may ask for any field.
  private static let required = Set(
    Requirements.each.compactMap { ReasonCode(of: $0)?.satisfied?.field })

  /// Whether every change counts: some task has an expression, or a tolerance, with which it starts as soon
  /// as anything happens.
  private let isAllDecisive: Bool
  private let lowBatteryPercent: Int
  /// The charge that was passed on last.
  private var percent: Int?
  private var isFirst = true

  init(_ load: Workload, _ rules: SchedulerConfiguration) {
    lowBatteryPercent = rules.lowBatteryPercent
    isAllDecisive =
      if case .declared(let tasks) = load {
        tasks.set.declarations.contains { $0.request.wish != .none || $0.request.tolerance > .zero }
      } else { false }
  }

  /// Returns the changes that may change a decision.
  mutating func take(_ changes: [ConditionChange]) -> [ConditionChange] {
    isAllDecisive ? changes : changes.filter { isDecisive($0) }
  }

  private mutating func isDecisive(_ change: ConditionChange) -> Bool {
    guard case .percent(let next) = change.value else { return Self.required.contains(change.field) }
    guard isFirst || standing(next) != standing(percent) else { return false }
    (percent, isFirst) = (next, false)
    return true
  }

  /// Returns whether a charge is low; `nil` for an unknown one.
  private func standing(_ percent: Int?) -> Bool? { percent.map { $0 <= lowBatteryPercent } }
}
