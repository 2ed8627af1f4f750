package import SchedulerCore

extension Wire.Reason {
  /// A reason as callers see it.
  package init(_ reason: SchedulerCore.Reason) {
    self.init(
      code: reason.code.rawValue, message: reason.message, required: reason.required,
      observed: reason.observed, sinceUSec: reason.since?.uSec)
  }
}
