import SchedulerCore

extension Wire.Retry {
  /// Returns the rule with the kind's defaults; a default gives way to a bound that was given. The bounds of
  /// single fields are checked already.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``, the field within the request.
  func checked(of kind: Kind) throws(SchedulerInterfaceError) -> SchedulerCore.Retry {
    var rule = SchedulerCore.Retry.usual(for: kind)
    rule.backoff = backoff
    let initial = initialDurationUSec.map(TimeSpan.init)
    let maximum = maximumDurationUSec.map(TimeSpan.init)
    if let initial, let maximum, maximum < initial {
      throw .invalidRequest(
        field: "retry.maximumDurationUSec",
        message:
          "found \(maximum.shortText), allowed is no less than initialDurationUSec, \(initial.shortText)")
    }
    rule.maximum = maximum ?? max(rule.maximum, initial ?? .zero)
    rule.initial = initial ?? min(rule.initial, rule.maximum)
    if let maximumAttempts { rule.maximumAttempts = maximumAttempts }
    return rule
  }
}
