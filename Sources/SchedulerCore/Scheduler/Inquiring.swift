/// Inquiries: a caller that waits for conditions without a task is told once when they hold.
extension Scheduler {
  /// Returns the answer to an inquiry. Before the sources have reported, nothing holds.
  package func answer(to inquiry: Inquiry, at moment: Moment) -> InquiryAnswer {
    answer(about: awaited(inquiry, since: moment.wall), at: moment)
  }

  /// Answers an inquiry, and keeps it if its conditions do not hold yet.
  mutating func inquire(_ inquiry: Inquiry, on connection: ConnectionID, at moment: Moment) {
    let awaited = awaited(inquiry, since: moment.wall)
    let answer = answer(about: awaited, at: moment)
    if !answer.holds { tables.setInquiry(connection, awaited) }
    directives.append(.answer(connection, answer))
  }

  /// Answers the inquiries about these expressions that hold now.
  mutating func answerInquiries(about changed: [ConditionExpression], at moment: Moment) {
    for connection in tables.indexes.inquiries(about: changed).sorted() {
      guard let answer = tables.inquiries[connection].map({ answer(about: $0, at: moment) }), answer.holds
      else { continue }
      tables.setInquiry(connection, nil)
      directives.append(.answer(connection, answer))
    }
  }

  private func awaited(_ inquiry: Inquiry, since: WallTime) -> AwaitedConditions {
    let policy = inquiry.unknownConditions ?? volatile.configuration.unknownConditions
    return AwaitedConditions(inquiry: inquiry, since: since, waitsForUnknown: policy == .wait)
  }

  /// Returns the waiting inquiries of the user, or of all users when `nil`, the oldest connection first.
  package func waiting(of uid: UInt32?, at moment: Moment) -> [WaitingInquiry] {
    tables.inquiries.sorted { $0.key < $1.key }.map(\.value).filter { uid == nil || $0.inquiry.uid == uid }
      .map { awaited in
        WaitingInquiry(
          inquiry: awaited.inquiry, since: awaited.since,
          missing: answer(about: awaited, at: moment).expression.filter(\.isLackingCondition).map(\.text))
      }
  }

  private func answer(about awaited: AwaitedConditions, at moment: Moment) -> InquiryAnswer {
    let (expression, waitsForUnknown) = (awaited.expression, awaited.waitsForUnknown)
    let reading = reading(for: awaited.use, at: moment)
    let holds = volatile.phase != .starting && reading.holds(expression)
    return InquiryAnswer(
      holds: holds, expression: reading.lines(of: expression),
      forecast: holds ? nil : reading.nextByTime(expression),
      unobserved: unobserved([], expression, waitsForUnknown: waitsForUnknown))
  }
}

/// The conditions of an inquiry, with the rule for unknown conditions from when it was made.
struct AwaitedConditions: Hashable {
  let inquiry: Inquiry
  let since: WallTime
  /// Whether an unknown condition counts as not met.
  let waitsForUnknown: Bool

  var expression: ConditionExpression { inquiry.expression }

  /// The use for which the expression is evaluated.
  var use: ExpressionUse { .start(waitsForUnknown: waitsForUnknown) }
}
