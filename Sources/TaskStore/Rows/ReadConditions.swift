import ConditionSyntax
import SchedulerCore
import SystemdSyntax

/// What rows say of conditions and of dates that come again, each text read once: a million rows may hold the
/// same.
final class ReadConditions {
  private struct Texts: Hashable {
    var when, whileRunning, relaxations: String?

    var byteCount: Int { [when, whileRunning, relaxations].reduce(0) { $0 + ($1?.utf8.count ?? 0) } }
  }

  private struct Dates: Hashable {
    let texts: String
    let randomizedDelay: TimeSpan
    let clockChange: ClockChange?
  }

  private var wishes = ReadTexts<Texts, ConditionWish>()
  private var schedules = ReadTexts<Dates, CalendarSchedule>()

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
    wishes.keep(wish, as: texts, byteCount: texts.byteCount)
    return wish
  }

  /// What a row says of the calendar, an expression a line.
  func calendar(
    _ texts: String, randomizedDelay: TimeSpan, clockChange: ClockChange? = nil
  ) throws(SyntaxError) -> CalendarSchedule {
    let dates = Dates(texts: texts, randomizedDelay: randomizedDelay, clockChange: clockChange)
    if let known = schedules[dates] { return known }
    var expressions: [CalendarExpression] = []
    for text in texts.split(separator: "\n") {
      expressions.append(try CalendarSyntax.parse(String(text)))
    }
    let schedule = CalendarSchedule(
      expressions, randomizedDelay: randomizedDelay, clockChange: clockChange)
    schedules.keep(schedule, as: dates, byteCount: texts.utf8.count)
    return schedule
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

/// What texts say that were read lately. When they are much together all of them are forgotten: where rows
/// say little twice, their texts must not be held beside what was made of them.
private struct ReadTexts<Text: Hashable, Content> {
  private var contents: [Text: Content] = [:]
  private var byteCount = 0

  /// So many bytes are held, and one text more.
  private var mostBytes: Int { 1 << 20 }
  /// Of each text beside itself, about.
  private var bytesBeside: Int { 128 }

  subscript(text: Text) -> Content? { contents[text] }

  mutating func keep(_ content: Content, as text: Text, byteCount: Int) {
    if self.byteCount > mostBytes { (contents, self.byteCount) = ([:], 0) }
    contents[text] = content
    self.byteCount += byteCount + bytesBeside
  }
}
