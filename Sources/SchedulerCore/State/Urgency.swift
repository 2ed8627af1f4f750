/// The order within a user's tasks. A deadline is a task's claim to a date; a task without one claims the
/// date on which it will have waited for ``patience``, and so does one with a deadline far away. Claims do
/// not move, so every task becomes the first one day.
struct Urgency: Hashable, Comparable {
  /// By when it should have begun.
  var claim: WallTime
  /// Of two with one claim the older goes first.
  var id: TaskID

  /// How long a task without a deadline lets others with deadlines pass.
  static let patience = TimeSpan.hours(24)

  init(of task: ScheduledTask) {
    id = task.id
    let request = task.request
    guard request.kind != .continued else {
      claim = task.submitted
      return
    }
    claim = max(request.earliestBegin ?? task.submitted, task.submitted) + Self.patience(of: request)
    // A deadline asks when a task begins; one that has begun before only goes on.
    if let deadline = request.deadline, task.attempt == 1 { claim = min(claim, deadline) }
  }

  /// Of transfers those that matter more have less.
  private static func patience(of request: TaskRequest) -> TimeSpan {
    switch request.transfer?.priority {
    case .high: .zero
    case .normal, nil: patience
    case .low: patience + patience
    }
  }

  static func < (left: Urgency, right: Urgency) -> Bool { (left.claim, left.id) < (right.claim, right.id) }
}
