import ConditionSyntax
package import SchedulerCore

extension SchedulerMethod.WaitFor.Parameters {
  /// Returns the inquiry of this user.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``: the error in the text, and what
  ///   is allowed there.
  package func inquiry(of uid: UInt32) throws(SchedulerInterfaceError) -> Inquiry {
    try FieldCheck.line(name, field: "name")
    return Inquiry(
      try FieldCheck.parsed(when, field: "when", by: ConditionSyntax.parse), of: uid,
      unknownConditions: unknownConditions, name: name)
  }
}

extension SchedulerMethod.WaitFor.Reply {
  /// An answer as callers see it.
  package init(_ answer: InquiryAnswer) {
    self.init(
      holds: answer.holds, expression: answer.expression.map(Wire.ExpressionPart.init),
      forecastUSec: answer.forecast?.uSec, unobserved: answer.unobserved?.names)
  }
}

extension Wire.Waiting {
  /// A waiting inquiry as callers see it.
  package init(_ waiting: WaitingInquiry) {
    self.init(
      name: waiting.inquiry.name, uid: waiting.inquiry.uid, sinceUSec: waiting.since.uSec,
      when: waiting.inquiry.expression.text, missing: waiting.missing)
  }
}
