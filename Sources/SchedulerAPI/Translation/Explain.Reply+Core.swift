package import SchedulerCore

extension SchedulerMethod.Explain.Reply {
  /// An explanation as callers see it.
  package init(_ explanation: Explanation) {
    self.init(
      canProceed: explanation.canProceed, reasons: explanation.reasons.map { Wire.Reason($0) },
      forecastUSec: explanation.forecast?.uSec)
  }
}
