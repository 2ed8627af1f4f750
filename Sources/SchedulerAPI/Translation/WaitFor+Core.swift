import ConditionSyntax
package import SchedulerCore

extension SchedulerMethod.WaitFor.Parameters {
  /// What this user asks.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``: where the text is wrong, and what
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
  /// Somebody who waits as callers see it.
  package init(_ waiting: WaitingInquiry) {
    self.init(
      name: waiting.inquiry.name, uid: waiting.inquiry.uid, sinceUSec: waiting.since.uSec,
      when: waiting.inquiry.expression.text, missing: waiting.missing)
  }
}
