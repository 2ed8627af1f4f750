import ConditionSyntax
import SchedulerCore
import SystemdSyntax

/// What rows say of conditions and of dates that come again, each text read once: a million rows may hold the
/// same.
final class ReadConditions {
  private struct Texts: Hashable {
    var when, whileRunning, relaxations: String?
  }

  private var wishes: [Texts: ConditionWish] = [:]
  private var dates: [Substring: CalendarExpression] = [:]

  /// What a row says.
  func wish(
    when: String?, whileRunning: String?, relaxations: String?
  ) throws(ConditionSyntaxError) -> ConditionWish {
    let texts = Texts(when: when, whileRunning: whileRunning, relaxations: relaxations)
    if texts == Texts() { return .none }
    if let known = wishes[texts] { return known }
    let wish = ConditionWish(
      when: try Self.expression(when), whileRunning: try Self.expression(whileRunning),
      relaxations: try Self.relaxations(relaxations))
    wishes[texts] = wish
    return wish
  }

  /// What a row says of the calendar, an expression a line.
  func calendar(
    _ texts: String, randomizedDelay: TimeSpan
  ) throws(SyntaxError) -> CalendarSchedule {
    var expressions: [CalendarExpression] = []
    for text in texts.split(separator: "\n") {
      expressions.append(try expression(dated: text))
    }
    return CalendarSchedule(expressions, randomizedDelay: randomizedDelay)
  }

  private func expression(dated text: Substring) throws(SyntaxError) -> CalendarExpression {
    if let known = dates[text] { return known }
    let expression = try CalendarSyntax.parse(String(text))
    dates[text] = expression
    return expression
  }

  private static func expression(_ text: String?) throws(ConditionSyntaxError) -> ConditionExpression? {
    guard let text else { return nil }
    return try ConditionSyntax.parse(text)
  }

  private static func relaxations(_ text: String?) throws(ConditionSyntaxError) -> [Relaxation] {
    guard let text else { return [] }
    return try ConditionSyntax.parseRelaxations(text)
  }
}
