import SchedulerCore
import SystemdSyntax

/// The dates of a line for cron, as systemd writes dates.
struct CronSchedule {
  /// The five fields that nicknames stand for (crontab(5)).
  private static let nicknames = [
    "@yearly": "0 0 1 1 *", "@annually": "0 0 1 1 *", "@monthly": "0 0 1 * *", "@weekly": "0 0 * * 0",
    "@daily": "0 0 * * *", "@midnight": "0 0 * * *", "@hourly": "0 * * * *",
  ]
  /// The lengths of the months in a leap year.
  private static let daysOfMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

  /// The values of OnCalendar=; none when there is no such date.
  let calendars: [String]
  /// The rule for a clock that is put forward or back: cron(8) runs a line whose minute or hour begins with a
  /// star when the clock shows its date, and every other line once. Nil where the default does the same.
  let clockChange: ClockChange?
  /// The parts that mean nothing, each a sentence without a full stop.
  let notes: [String]

  /// - Parameters:
  ///   - text: Five fields, or a nickname that stands for them.
  ///   - zone: The time zone of the dates; nil is the machine's.
  ///   - choose: Chooses a value where the text leaves it to chance.
  /// - Throws: The problem of the text.
  init(
    _ text: String, zone: String?, choosing choose: (ClosedRange<Int>) -> Int
  ) throws(SyntaxError) {
    let words = (Self.nicknames[text] ?? text).split(separator: " ")
    guard words.count == 5 else {
      throw SyntaxError(
        found: text, problem: "is no date for cron",
        allowed: "five fields, or one of \(Self.nicknames.keys.sorted().joined(separator: ", "))",
        example: "30 2 * * mon-fri")
    }
    let minute = try CronField(words[0], .minute, choosing: choose)
    let hour = try CronField(words[1], .hour, choosing: choose)
    let day = try CronField(words[2], .dayOfMonth, choosing: choose)
    let month = try CronField(words[3], .month, choosing: choose)
    let weekday = try CronField(words[4], .dayOfWeek, choosing: choose)
    let hasStar = minute.hasStar || hour.hasStar
    clockChange = hasStar ? (hour.isAll ? nil : .shown) : .once
    notes = [minute, hour, day, month, weekday].flatMap(\.notes)
    guard !minute.values.isEmpty, !hour.values.isEmpty, !month.values.isEmpty else {
      calendars = []
      return
    }
    let end = " \(hour.calendar):\(minute.calendar):00" + (zone.map { " \($0)" } ?? "")
    let date = Self.hasDays(day, month) ? "*-\(month.calendar)-\(day.calendar)\(end)" : nil
    let everyDay = "*-\(month.calendar)-*\(end)"
    let isAnd = day.hasStar || weekday.hasStar
    if weekday.isAll {
      // All days of the week are every day where either kind of day suffices.
      calendars = isAnd ? date.map { [$0] } ?? [] : [everyDay]
    } else if weekday.values.isEmpty {
      calendars = isAnd ? [] : date.map { [$0] } ?? []
    } else if isAnd {
      calendars = date.map { ["\(weekday.calendar) \($0)"] } ?? []
    } else if day.isAll {
      calendars = [everyDay]
    } else {
      calendars = (date.map { [$0] } ?? []) + ["\(weekday.calendar) \(everyDay)"]
    }
  }

  /// Returns whether any of the months has any of the days.
  private static func hasDays(_ day: CronField, _ month: CronField) -> Bool {
    guard let first = day.values.first else { return false }
    return month.values.contains { daysOfMonths[$0 - 1] >= first }
  }
}
