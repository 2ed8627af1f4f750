import SchedulerAPI
import SchedulerCore

extension BGTaskRequest {
  /// Only on Linux: what happens when a ``BGTaskRequest/deadline`` passes and the task has not begun.
  public enum DeadlinePolicy: Hashable, Sendable {
    /// It keeps waiting.
    case wait
    /// It runs although requirements do not hold.
    case run
    /// It is dropped, and its history says missed.
    case drop
  }
}

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
