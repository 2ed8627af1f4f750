import SchedulerCore
import SystemdSyntax

/// When a line for cron has its command run, as systemd writes dates.
struct CronSchedule {
  /// What stands for five fields (crontab(5)).
  private static let nicknames = [
    "@yearly": "0 0 1 1 *", "@annually": "0 0 1 1 *", "@monthly": "0 0 1 * *", "@weekly": "0 0 * * 0",
    "@daily": "0 0 * * *", "@midnight": "0 0 * * *", "@hourly": "0 * * * *",
  ]
  /// In a leap year.
  private static let daysOfMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

  /// Values of OnCalendar=; none when there is no such date.
  let calendars: [String]
  /// What becomes of them where the clock is put forward or back: cron(8) runs what has a star as its minute
  /// or hour when the clock shows it, and everything else once. Nil where it is the same without saying so.
  let clockChange: ClockChange?
  /// What stands there and means nothing, each a sentence without a full stop.
  let notes: [String]

  /// - Parameters:
  ///   - text: Five fields, or a nickname that stands for them.
  ///   - zone: The time zone that they are meant in; nil is the machine's.
  ///   - choose: Chooses where the text leaves it to chance.
  /// - Throws: What is wrong with them.
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
      // Where either will do, all names of days are every day.
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

  /// Whether any of the months has any of the days.
  private static func hasDays(_ day: CronField, _ month: CronField) -> Bool {
    guard let first = day.values.first else { return false }
    return month.values.contains { daysOfMonths[$0 - 1] >= first }
  }
}
