/// A caller's question when work that asks for some conditions could start.
package struct Inquiry: Hashable, Sendable {
  /// The conditions that are asked for.
  package var expression: ConditionExpression
  /// The effect of conditions that no source reports; `nil` leaves it to the configuration.
  package var unknownConditions: UnknownPolicy?
  /// The caller's user, as whom checks are asked.
  package let uid: UInt32
  /// The name of the waiting work, for lists.
  package var name: String?

  package init(
    _ expression: ConditionExpression, of uid: UInt32, unknownConditions: UnknownPolicy? = nil,
    name: String? = nil
  ) {
    (self.expression, self.unknownConditions) = (expression.owned(by: uid), unknownConditions)
    (self.uid, self.name) = (uid, name)
  }
}

/// The state of an inquiry's conditions, by the same evaluation that decides about tasks.
package struct InquiryAnswer: Hashable, Sendable {
  /// Whether they hold, and have for long enough to start work.
  package var holds: Bool
  /// The expression, part by part.
  package var expression: [ExpressionLine]
  /// The date on which time alone lets it hold; `nil` when time does not, when
  /// that takes too long to find, or when it holds already.
  package var forecast: WallTime?
  /// The conditions that are asked for and no source reports now.
  package var unobserved: Unobserved?
}

/// A caller's inquiry that waits for its answer.
package struct WaitingInquiry: Hashable, Sendable {
  package var inquiry: Inquiry
  /// The date since which it waits.
  package var since: WallTime
  /// The conditions that do not hold now, as they are written.
  package var missing: [String]
}
