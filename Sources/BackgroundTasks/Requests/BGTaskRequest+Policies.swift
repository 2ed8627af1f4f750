import SchedulerAPI
import SchedulerCore

extension BGTaskRequest {
  /// Only on Linux: the effect of submitting while a request of the same identifier is pending.
  public enum ConflictPolicy: Hashable, Sendable {
    /// The new request takes the place of the pending one (R10).
    case replace
    /// The pending request stays as it is, and submitting succeeds.
    case keep
  }

  /// Only on Linux: the effect of a ``BGTaskRequest/deadline`` that passes before the task has begun.
  public enum DeadlinePolicy: Hashable, Sendable {
    /// The task keeps waiting.
    case wait
    /// The task runs although requirements do not hold.
    case run
    /// The task is dropped, and its history says missed.
    case drop
  }

  /// Only on Linux: the moment at which a task starts whose conditions hold.
  public enum Judgement: Hashable, Sendable {
    /// The task starts at once.
    case eager
    /// The task starts when its conditions have held for so long that they will probably hold until it is
    /// done.
    case patient
  }
}

extension BGTaskRequest.Judgement {
  /// The judgement in the protocol.
  var wire: Wire.Judgement { self == .eager ? .eager : .patient }

  init(_ wire: Wire.Judgement) { self = wire == .eager ? .eager : .patient }
}

extension BGTaskRequest.DeadlinePolicy {
  /// The policy in the protocol; nil is the default, which is to wait.
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
