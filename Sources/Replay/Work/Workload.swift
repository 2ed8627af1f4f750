package import SchedulerCore

/// The tasks that replayed machines have.
package enum Workload: Sendable {
  /// The same plan for each device.
  case plan(WorkPlan)
  /// The tasks that files declare, with calendars in this zone.
  case declared(DeclarationSet, ZoneRules)

  /// The plan's text; `nil` for declared tasks.
  package var text: String? { if case .plan(let plan) = self { plan.text } else { nil } }

  /// The length of a run of a task that does not say what to expect.
  static let usualLength = TimeSpan.minutes(1)
}
