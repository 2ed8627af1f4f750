/// Somebody wants to know when work could start that asks for some conditions.
package struct Inquiry: Hashable, Sendable {
  /// What is asked for.
  package var expression: ConditionExpression
  /// What conditions that nobody reports do; nil is what the configuration says.
  package var unknownConditions: UnknownPolicy?
  /// Who asks: as this user is asked what has to be asked.
  package let uid: UInt32
  /// What waits, for lists.
  package var name: String?

  /// A question.
  package init(
    _ expression: ConditionExpression, of uid: UInt32, unknownConditions: UnknownPolicy? = nil,
    name: String? = nil
  ) {
    (self.expression, self.unknownConditions) = (expression.owned(by: uid), unknownConditions)
    (self.uid, self.name) = (uid, name)
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

/// Somebody who waits for an answer.
package struct WaitingInquiry: Hashable, Sendable {
  /// What is asked, and by whom.
  package var inquiry: Inquiry
  /// Since when.
  package var since: WallTime
  /// The conditions that do not hold now, as they are written.
  package var missing: [String]
}
