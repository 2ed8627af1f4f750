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
      // Most do not hold: the whole answer, with its forecast, is made for those only that do.
      guard let awaited = tables.inquiries[connection], holds(reading(of: awaited, at: moment)) else {
        continue
      }
      tables.setInquiry(connection, nil)
      directives.append(.answer(connection, answer(about: awaited, at: moment)))
    }
  }

  private func awaited(_ inquiry: Inquiry, since: WallTime) -> AwaitedConditions {
    let policy = inquiry.unknownConditions ?? volatile.configuration.unknownConditions
    return AwaitedConditions(inquiry: inquiry, since: since, waitsForUnknown: policy == .wait)
  }

  /// Returns the connections on which the user waits, or all users when `nil`, the oldest first.
  package func inquirers(of uid: UInt32?) -> [ConnectionID] {
    tables.inquiries.filter { uid == nil || $0.value.inquiry.uid == uid }.keys.sorted()
  }

  /// Returns the inquiry that waits on the connection; `nil` when it waits no more.
  package func waiting(on connection: ConnectionID, at moment: Moment) -> WaitingInquiry? {
    tables.inquiries[connection].map { awaited in
      WaitingInquiry(
        inquiry: awaited.inquiry, since: awaited.since,
        missing: reading(of: awaited, at: moment).lines.filter(\.isLackingCondition).map(\.text))
    }
  }

  private func answer(about awaited: AwaitedConditions, at moment: Moment) -> InquiryAnswer {
    let reading = reading(of: awaited, at: moment)
    let holds = holds(reading)
    return InquiryAnswer(
      holds: holds, expression: reading.lines, forecast: holds ? nil : reading.nextByTime,
      unobserved: unobserved([], awaited.expression, waitsForUnknown: awaited.waitsForUnknown))
  }

  private func reading(of awaited: AwaitedConditions, at moment: Moment) -> ExpressionReading {
    reading(of: awaited.expression, for: awaited.use, at: moment)
  }

  private func holds(_ reading: ExpressionReading) -> Bool { volatile.phase != .starting && reading.holds }
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
