import SchedulerAPI
import SchedulerCore

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
