/// The order within a user's tasks. A deadline is a task's claim to a date; a task with none, or with a far
/// one, claims the date on which it will have waited for ``patience``. Claims do not move, so every task
/// becomes the first one day.
struct Urgency: Hashable, Comparable {
  /// The date by which the task should have begun.
  var claim: WallTime
  /// The task. Of two with one claim the older goes first.
  var id: TaskID

  /// The time for which a task without a deadline lets others with deadlines pass.
  static let patience = TimeSpan.hours(24)

  init(of task: ScheduledTask) {
    id = task.id
    let request = task.request
    guard request.kind != .continued else {
      claim = task.submitted
      return
    }
    claim = task.waitBegan + Self.patience(of: request)
    // A deadline is about the first attempt; a task that has begun before only goes on.
    if let deadline = request.deadline, task.attempt == 1 { claim = min(claim, deadline) }
  }

  /// Returns the patience, which is shorter for transfers of higher priority.
  private static func patience(of request: TaskRequest) -> TimeSpan {
    switch request.transfer?.priority {
    case .high: .zero
    case .normal, nil: patience
    case .low: patience + patience
    }
  }

  static func < (left: Urgency, right: Urgency) -> Bool { (left.claim, left.id) < (right.claim, right.id) }
}
