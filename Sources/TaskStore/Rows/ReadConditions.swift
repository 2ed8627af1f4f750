import ConditionSyntax
import SchedulerCore
import SystemdSyntax

/// The expressions and calendars of rows, each text parsed once: a million rows may hold the same.
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

  /// Returns the conditions that a row asks for.
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

  /// Returns the calendar that a row asks for, an expression a line.
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

/// A cache of texts that were parsed lately. All of them are forgotten when they are too many bytes: where
/// rows rarely hold the same, their texts must not be held beside the parsed forms.
private struct ReadTexts<Text: Hashable, Content> {
  private var contents: [Text: Content] = [:]
  private var byteCount = 0

  /// The bytes that are held, beside one text more.
  private var mostBytes: Int { 1 << 20 }
  /// The approximate bytes of each text's entry beside the text itself.
  private var bytesBeside: Int { 128 }

  subscript(text: Text) -> Content? { contents[text] }

  mutating func keep(_ content: Content, as text: Text, byteCount: Int) {
    if self.byteCount > mostBytes { (contents, self.byteCount) = ([:], 0) }
    contents[text] = content
    self.byteCount += byteCount + bytesBeside
  }
}
