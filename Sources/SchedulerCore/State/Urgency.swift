/// The order within a user's tasks. A deadline is a task's claim to a date; a task without one claims the date on
/// which it will have waited for ``patience``. Claims do not move, so every task becomes the first one day.
struct Urgency: Hashable, Comparable {
  /// By when it should have begun.
  var claim: WallTime
  /// Of two with one claim the older goes first.
  var id: TaskID

  /// How long a task without a deadline lets others with deadlines pass.
  static let patience = TimeSpan.hours(24)

  init(of task: ScheduledTask) {
    id = task.id
    let due = max(task.request.earliestBegin ?? task.submitted, task.submitted)
    claim =
      switch (task.request.kind, task.request.deadline) {
      case (.continued, _): task.submitted
      case (_, let deadline?): deadline
      case (_, nil): due + Self.patience
      }
  }

  static func < (left: Urgency, right: Urgency) -> Bool { (left.claim, left.id) < (right.claim, right.id) }
}
