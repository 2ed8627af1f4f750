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

  /// - Parameters:
  ///   - text: Five fields, or a nickname that stands for them.
  ///   - zone: The time zone that they are meant in; nil is the machine's.
  /// - Throws: What is wrong with them.
  init(_ text: String, zone: String?) throws(SyntaxError) {
    let fields = (Self.nicknames[text] ?? text).split(separator: " ")
    guard fields.count == 5 else {
      throw SyntaxError(
        found: text, problem: "is no date for cron",
        allowed: "five fields, or one of \(Self.nicknames.keys.sorted().joined(separator: ", "))",
        example: "30 2 * * mon-fri")
    }
    let minute = try CronField(fields[0], .minute)
    let hour = try CronField(fields[1], .hour)
    let day = try CronField(fields[2], .dayOfMonth)
    let month = try CronField(fields[3], .month)
    let weekday = try CronField(fields[4], .dayOfWeek)
    let end = " \(hour.calendar):\(minute.calendar):00" + (zone.map { " \($0)" } ?? "")
    let days = Self.hasDays(day, month) ? "*-\(month.calendar)-\(day.calendar)" : nil
    if day.hasStar || weekday.hasStar {
      // Both have to be right.
      let names = weekday.isAll ? "" : weekday.calendar + " "
      calendars = days.map { ["\(names)\($0)\(end)"] } ?? []
    } else {
      // Either will do.
      calendars = (days.map { ["\($0)\(end)"] } ?? []) + ["\(weekday.calendar) *-\(month.calendar)-*\(end)"]
    }
  }

  /// Whether any of the months has any of the days.
  private static func hasDays(_ day: CronField, _ month: CronField) -> Bool {
    month.values.contains { daysOfMonths[$0 - 1] >= day.values[0] }
  }
}
