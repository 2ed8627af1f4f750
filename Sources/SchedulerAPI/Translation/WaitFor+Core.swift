import ConditionSyntax
package import SchedulerCore

extension SchedulerMethod.WaitFor.Parameters {
  /// What is asked.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``: where the text is wrong, and what
  ///   is allowed there.
  package func inquiry() throws(SchedulerInterfaceError) -> Inquiry {
    Inquiry(
      try FieldCheck.parsed(when, field: "when", by: ConditionSyntax.parse),
      unknownConditions: unknownConditions)
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
