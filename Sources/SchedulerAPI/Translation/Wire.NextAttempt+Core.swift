package import SchedulerCore

extension Wire.NextAttempt {
  /// Checks every field and returns the core's form.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``.
  package func checked() throws(SchedulerInterfaceError) -> SchedulerCore.NextAttempt {
    try checkBounds(at: "next.")
    return SchedulerCore.NextAttempt(
      hasProgressed: hasProgressed ?? false, notBefore: notBeforeDurationUSec.map { TimeSpan(uSec: $0) })
  }
}
