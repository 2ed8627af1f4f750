/// Somebody wants to know when work could start that asks for some conditions.
package struct Inquiry: Hashable, Sendable {
  /// What is asked for.
  package var expression: ConditionExpression
  /// What conditions that nobody reports do; nil is what the configuration says.
  package var unknownConditions: UnknownPolicy?

  /// A question.
  /// - Parameter uid: Who asks: as this user is asked what has to be asked.
  package init(_ expression: ConditionExpression, of uid: UInt32, unknownConditions: UnknownPolicy? = nil) {
    (self.expression, self.unknownConditions) = (expression.owned(by: uid), unknownConditions)
  }
}

/// How it stands with what an inquiry asks for: the same evaluation that decides about tasks.
package struct InquiryAnswer: Hashable, Sendable {
  /// It holds, and has for long enough to start work.
  package var holds: Bool
  /// What is asked, part by part.
  package var expression: [ExpressionLine]
  /// When time alone lets it hold; nil when it does not, or holds already.
  package var forecast: WallTime?
  /// What is asked for and nobody reports now.
  package var unobserved: Unobserved?
}
