import SchedulerCore
import TaskStore

extension PayloadProblem {
  /// Whether the problem lasts until the state file is repaired.
  var isDamage: Bool {
    switch self {
    case .missing, .damaged: true
    case .unreadable: false
    }
  }

  /// The damaged place, or the cause.
  var message: String {
    switch self {
    case .missing: "the state file does not hold it any more"
    case .damaged(let place): place
    case .unreadable(let cause): cause
    }
  }

  /// The reason that lists show for the task.
  var reason: Reason { Reason(requestIsDamaged: isDamage, message) }
}
