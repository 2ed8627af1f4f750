public import Foundation
import SchedulerAPI
import SchedulerCore

extension BGTaskRequest {
  /// Only on Linux: the rule by which a task that completed as unsuccessful is retried (R44).
  public struct Retry: Hashable, Sendable {
    /// The growth of the pauses from one attempt to the next.
    public enum Backoff: Hashable, Sendable {
      /// No further attempt: only a run that the machine's sleep or shutdown interrupted begins again.
      case none
      /// The first pause times the number of attempts.
      case linear
      /// Each pause is twice the one before.
      case exponential
    }

    /// The growth of the pauses.
    public var backoff: Backoff
    /// The first pause, in seconds; nil is 30 seconds.
    public var initialInterval: TimeInterval?
    /// The longest pause, in seconds; nil is 5 hours.
    public var maximumInterval: TimeInterval?
    /// The number of attempts, the first one included, from 1 to 1000; nil is 10.
    public var maximumAttempts: Int?

    /// Creates a rule; nil is the default.
    public init(
      backoff: Backoff = .exponential, initialInterval: TimeInterval? = nil,
      maximumInterval: TimeInterval? = nil, maximumAttempts: Int? = nil
    ) {
      self.backoff = backoff
      self.initialInterval = initialInterval
      self.maximumInterval = maximumInterval
      self.maximumAttempts = maximumAttempts
    }
  }
}

extension BGTaskRequest.Retry {
  func wire() throws -> Wire.Retry {
    Wire.Retry(
      backoff: backoff.wire,
      initialDurationUSec: try Microseconds.of(seconds: initialInterval, field: "retry.initialInterval"),
      maximumDurationUSec: try Microseconds.of(seconds: maximumInterval, field: "retry.maximumInterval"),
      maximumAttempts: maximumAttempts)
  }

  init(_ wire: Wire.Retry) {
    self.init(
      backoff: Backoff(wire.backoff), initialInterval: Microseconds.seconds(wire.initialDurationUSec),
      maximumInterval: Microseconds.seconds(wire.maximumDurationUSec),
      maximumAttempts: wire.maximumAttempts)
  }
}

extension BGTaskRequest.Retry.Backoff {
  fileprivate var wire: Wire.Backoff {
    switch self {
    case .none: .none
    case .linear: .linear
    case .exponential: .exponential
    }
  }

  fileprivate init(_ wire: Wire.Backoff) {
    switch wire {
    case .none: self = .none
    case .linear: self = .linear
    case .exponential: self = .exponential
    }
  }
}
