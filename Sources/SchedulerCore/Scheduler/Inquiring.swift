/// Who waits for conditions without a task of its own is told when they hold, once.
extension Scheduler {
  /// How it stands with what is asked for. Before the sources have spoken nothing holds.
  package func answer(to inquiry: Inquiry, at moment: Moment) -> InquiryAnswer {
    let demand = demand(of: inquiry)
    let reading = reading(demand, at: moment)
    let holds = volatile.phase != .starting && reading.holds(inquiry.expression.root)
    return InquiryAnswer(
      holds: holds, expression: reading.lines(of: inquiry.expression.root),
      forecast: holds ? nil : reading.nextByTime(inquiry.expression),
      unobserved: unobserved([], inquiry.expression, waitsForUnknown: demand.waitsForUnknown))
  }

  private func demand(of inquiry: Inquiry) -> Demand {
    let policy = inquiry.unknownConditions ?? volatile.configuration.unknownConditions
    return Demand(expression: inquiry.expression, waitsForUnknown: policy == .wait)
  }

  /// Says how it stands, and remembers it when there is something to wait for.
  mutating func inquire(_ inquiry: Inquiry, as id: InquiryID, at moment: Moment) {
    let answer = answer(to: inquiry, at: moment)
    if !answer.holds { tables.setInquiry(id, demand(of: inquiry)) }
    directives.append(.answer(id, answer))
  }

  /// Answers those whose expressions let something else start than before.
  mutating func answerInquiries(about changed: Set<ConditionExpression>, at moment: Moment) {
    for id in tables.indexes.inquiries(about: changed).sorted() {
      guard let demand = tables.inquiries[id], let expression = demand.expression else { continue }
      let answer = answer(
        to: Inquiry(expression, unknownConditions: demand.waitsForUnknown ? .wait : .proceed), at: moment)
      guard answer.holds else { continue }
      tables.setInquiry(id, nil)
      directives.append(.answer(id, answer))
    }
  }
}
