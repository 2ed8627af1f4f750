import Foundation
import SchedulerAPI
import SchedulerCore

/// The properties of an ``NSBackgroundActivityScheduler``.
struct ActivitySettings {
  var qualityOfService = QualityOfService.background
  var repeats = false
  var interval: TimeInterval = 0
  var tolerance: TimeInterval?

  var effectiveTolerance: TimeInterval { tolerance ?? interval / 2 }

  /// Returns the activity as a request. Its earliest begin is the start of the tolerance's span, and its
  /// tolerance is the whole span.
  func request(_ identifier: String, now: Date) throws -> Wire.TaskRequest {
    let interval = max(interval, 1)
    let tolerance = min(max(effectiveTolerance, 0), interval)
    var request = Wire.TaskRequest(identifier: identifier, kind: .processing)
    request.earliestBeginUSec = try Microseconds.of(
      now.addingTimeInterval(interval - tolerance), field: "interval")
    request.toleranceDurationUSec = try Microseconds.of(seconds: 2 * tolerance, field: "tolerance")
    request.repeatDurationUSec = repeats ? try Microseconds.of(seconds: interval, field: "interval") : nil
    request.requiresIdle = false
    // A deferred activity is retried soon, as often as it takes.
    request.retry = Wire.Retry(
      backoff: .exponential, maximumAttempts: Wire.Retry.Bounds.maximumAttempts.upperBound)
    return request
  }
}

extension QualityOfService {
  var dispatch: DispatchQoS {
    switch self {
    case .userInteractive: .userInteractive
    case .userInitiated: .userInitiated
    case .utility: .utility
    case .background: .background
    case .default: .default
    }
  }
}
