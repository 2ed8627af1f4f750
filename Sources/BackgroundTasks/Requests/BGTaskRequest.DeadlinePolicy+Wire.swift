import SchedulerAPI
import SchedulerCore

extension BGTaskRequest.DeadlinePolicy {
  /// nil is the default, which is to wait.
  var wire: Wire.DeadlinePolicy? {
    switch self {
    case .wait: nil
    case .run: .run
    case .drop: .drop
    }
  }

  init(_ wire: Wire.DeadlinePolicy?) {
    switch wire {
    case .wait, nil: self = .wait
    case .run: self = .run
    case .drop: self = .drop
    }
  }
}
