/// Repeating dates as systemd's `OnCalendar=` writes them: systemd.time(7), "Calendar Events". Two
/// expressions are equal when their texts and their zones are equal.
package struct CalendarExpression: Sendable {
  /// A time zone that expressions name. A zone never changes, and all who name it share one object.
  package final class Zone: Sendable {
    /// The name as it is written behind the time: `UTC`, `Europe/Berlin`.
    package let name: String
    /// The zone's offsets from UTC.
    package let rules: ZoneRules

    /// Creates a zone from its name and rules.
    package init(name: String, rules: ZoneRules) { (self.name, self.rules) = (name, rules) }

    /// Coordinated Universal Time, named `UTC`.
    package static let utc = Zone(name: "UTC", rules: .utc)
  }

  /// The clock times and calendar days that an expression allows.
  package struct Fields: Sendable {
    /// The days of the week, or `nil` for every day.
    package var weekdays: WeekdaySet?
    /// The field of years.
    package var year: CalendarField
    /// The field of months.
    package var month: CalendarField
    /// The field of days, counted from the beginning or from the end of the month.
    package var day: CalendarField
    /// The field of hours.
    package var hour: CalendarField
    /// The field of minutes.
    package var minute: CalendarField
    /// The field of seconds and their fractions.
    package var second: CalendarField

    /// Creates the fields of midnight of every day.
    package init() {
      (year, month, day) = (CalendarField(.year), CalendarField(.month), CalendarField(.day))
      hour = CalendarField(.hour, [.init(start: 0)])
      minute = CalendarField(.minute, [.init(start: 0)])
      second = CalendarField(.second, [.init(start: 0)])
    }
  }

  /// The expression's canonical text: `Mon..Fri *-*-* 08:00:00 Europe/Berlin`.
  package let text: String
  let dates: CalendarDates

  /// Creates an expression from its fields.
  package init(_ fields: Fields, zone: Zone? = nil) {
    text = fields.text + (zone.map { " \($0.name)" } ?? "")
    dates = CalendarDates(fields, zone: zone)
  }

  /// The zone of the expression, or `nil` for the machine's zone.
  package var zone: Zone? { dates.zone }

  /// Whether there is any date since 1970: no year has a 30 February, and 2027-01-01 is no Thursday.
  package var hasDates: Bool { next(after: WallTime(uSec: -1), zone: .utc) != nil }

  /// The contradiction of the weekday and the date in words (`2027-01-01 is a Friday`), or `nil`.
  package var contradiction: String? { dates.contradiction }

  /// Returns the first date after `moment`, to the microsecond, or `nil` when there is none before the year
  /// 2200.
  /// - Parameters:
  ///   - machine: The zone of expressions that name none.
  ///   - change: The task's treatment of clock changes.
  package func next(
    after moment: WallTime, zone machine: ZoneRules, at change: ClockChange? = nil
  ) -> WallTime? {
    dates.next(after: moment, zone: machine, at: change)
  }
}

extension CalendarExpression: Hashable {
  package static func == (left: CalendarExpression, right: CalendarExpression) -> Bool {
    left.text == right.text && left.zone == right.zone
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension CalendarExpression.Zone: Equatable {
  package static func == (left: CalendarExpression.Zone, right: CalendarExpression.Zone) -> Bool {
    left === right || (left.name == right.name && left.rules == right.rules)
  }
}

extension CalendarExpression.Fields {
  /// Creates the fields of one second in UTC, or `nil` when it is not between 1970 and 2199.
  package init?(unixTime seconds: Int64, weekdays: WeekdaySet?) {
    let days = seconds.dividedDown(by: 86_400)
    let date = CivilDate(daysSinceEpoch: days)
    guard CalendarField.Kind.year.range.contains(Int(date.year)) else { return nil }
    let second = Int(seconds - days * 86_400)
    self.init()
    self.weekdays = weekdays
    year = CalendarField(.year, [.init(start: Int(date.year))])
    month = CalendarField(.month, [.init(start: Int(date.month))])
    day = CalendarField(.day, [.init(start: Int(date.day))])
    hour = CalendarField(.hour, [.init(start: second / 3600)])
    minute = CalendarField(.minute, [.init(start: second / 60 % 60)])
    self.second = CalendarField(.second, [.init(start: second % 60 * CalendarField.Kind.second.unit)])
  }
}
