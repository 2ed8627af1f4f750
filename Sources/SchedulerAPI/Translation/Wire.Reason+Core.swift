public import SchedulerCore

extension Wire.Reason {
  /// A reason as callers see it.
  public init(_ reason: SchedulerCore.Reason) {
    self.init(
      code: reason.code.rawValue, message: reason.message, required: reason.required,
      observed: reason.observed, sinceUSec: reason.since?.uSec)
  }
}
