/// Who waits for conditions without a task of its own is told when they hold, once.
extension Scheduler {
  /// How it stands with what is asked for. Before the sources have spoken nothing holds.
  package func answer(to inquiry: Inquiry, at moment: Moment) -> InquiryAnswer {
    answer(about: awaited(inquiry, since: moment.wall), at: moment)
  }

  /// Says how it stands, and remembers it when there is something to wait for.
  mutating func inquire(_ inquiry: Inquiry, on connection: ConnectionID, at moment: Moment) {
    let awaited = awaited(inquiry, since: moment.wall)
    let answer = answer(about: awaited, at: moment)
    if !answer.holds { tables.setInquiry(connection, awaited) }
    directives.append(.answer(connection, answer))
  }

  /// Answers those whose expressions let something else start than before.
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

  /// Who waits, those who began first first: the user, or everybody when nil.
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
    let holds = volatile.phase != .starting && reading.holds(expression.root)
    return InquiryAnswer(
      holds: holds, expression: reading.lines(of: expression.root),
      forecast: holds ? nil : reading.nextByTime(expression),
      unobserved: unobserved([], expression, waitsForUnknown: waitsForUnknown))
  }
}

/// What somebody waits for without a task, by the rules of when they asked.
struct AwaitedConditions: Hashable {
  let inquiry: Inquiry
  let since: WallTime
  /// It does not hold while nobody knows.
  let waitsForUnknown: Bool

  var expression: ConditionExpression { inquiry.expression }

  /// What of it somebody wants to know.
  var use: ExpressionUse { .start(waitsForUnknown: waitsForUnknown) }
}
