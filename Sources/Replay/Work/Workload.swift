package import SchedulerCore

/// The tasks that replayed machines have.
package enum Workload: Sendable {
  /// The same plan for each device.
  case plan(WorkPlan)
  /// The tasks that files declare.
  case declared(DeclaredTasks)

  /// The name that tells it from others: the plan's text, the directory of the files; `nil` without one.
  package var name: String? {
    switch self {
    case .plan(let plan): plan.text
    case .declared(let tasks): tasks.name
    }
  }

  /// Whether each device has tasks of its own, which are submitted at random times.
  package var isPlanned: Bool { if case .plan = self { true } else { false } }

  /// The length of a run of a task that does not say what to expect.
  static let usualLength = TimeSpan.minutes(1)
}

/// The tasks that files declare, the same on each device.
package struct DeclaredTasks: Sendable {
  package var set: DeclarationSet
  /// The zone of the tasks' calendars.
  package var zone: ZoneRules
  /// The name beside other declared tasks; `nil` when there are no others.
  package var name: String?

  package init(_ set: DeclarationSet, zone: ZoneRules, name: String? = nil) {
    (self.set, self.zone, self.name) = (set, zone, name)
  }
}
