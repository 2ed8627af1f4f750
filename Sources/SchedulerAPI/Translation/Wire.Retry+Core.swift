import SchedulerCore

extension Wire.Retry {
  /// The rule, with the defaults filled in. A default gives way to the bound that was given.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``, the field within the request.
  func checked() throws(SchedulerInterfaceError) -> SchedulerCore.Retry {
    var rule = SchedulerCore.Retry(backoff: backoff)
    let initial = try FieldCheck.length(
      initialDurationUSec, field: "retry.initialDurationUSec", least: .zero)
    let maximum = try FieldCheck.length(maximumDurationUSec, field: "retry.maximumDurationUSec")
    if let initial, let maximum, maximum < initial {
      throw .invalidRequest(
        field: "retry.maximumDurationUSec",
        message: "found \(maximum.uSec), allowed is no less than initialDurationUSec, \(initial.uSec)")
    }
    rule.maximum = maximum ?? max(rule.maximum, initial ?? .zero)
    rule.initial = initial ?? min(rule.initial, rule.maximum)
    if let maximumAttempts {
      guard RequestLimits.attempts ~= maximumAttempts else {
        let allowed = RequestLimits.attempts
        throw .invalidRequest(
          field: "retry.maximumAttempts",
          message: "found \(maximumAttempts), allowed are \(allowed.lowerBound) to \(allowed.upperBound)")
      }
      rule.maximumAttempts = maximumAttempts
    }
    return rule
  }
}
