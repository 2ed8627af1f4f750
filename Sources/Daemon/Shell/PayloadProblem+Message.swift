import SchedulerCore
import TaskStore

extension PayloadProblem {
  /// It stays so until the state file is mended.
  var isDamage: Bool {
    switch self {
    case .missing, .damaged: true
    case .unreadable: false
    }
  }

  /// Where, or why.
  var message: String {
    switch self {
    case .missing: "the state file does not hold it any more"
    case .damaged(let place): place
    case .unreadable(let cause): cause
    }
  }

  /// What a list says of the task.
  var reason: Reason { Reason(requestIsDamaged: isDamage, message) }
}
