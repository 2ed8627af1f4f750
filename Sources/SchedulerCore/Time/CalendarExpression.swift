/// Dates that come again, as systemd's `OnCalendar=` writes them: systemd.time(7), "Calendar Events". Two are
/// equal when they are written alike and mean the same zone.
package struct CalendarExpression: Sendable {
  /// A time zone that expressions name. It never changes, and all who name it have the same one.
  package final class Zone: Sendable {
    /// As it is written behind the time: `UTC`, `Europe/Berlin`.
    package let name: String
    /// What it is ahead of UTC.
    package let rules: ZoneRules

    /// A zone and its rules.
    package init(name: String, rules: ZoneRules) { (self.name, self.rules) = (name, rules) }

    /// Universal time.
    package static let utc = Zone(name: "UTC", rules: .utc)
  }

  /// What the clock and the calendar on the wall have to show.
  package struct Fields: Sendable {
    /// Nil for every day of the week.
    package var weekdays: WeekdaySet?
    /// The year.
    package var year: CalendarField
    /// The month.
    package var month: CalendarField
    /// The day, from the beginning or from the end of the month.
    package var day: CalendarField
    /// The hour.
    package var hour: CalendarField
    /// The minute.
    package var minute: CalendarField
    /// The second and its fractions.
    package var second: CalendarField

    /// Midnight of every day.
    package init() {
      (year, month, day) = (CalendarField(.year), CalendarField(.month), CalendarField(.day))
      hour = CalendarField(.hour, [.init(start: 0)])
      minute = CalendarField(.minute, [.init(start: 0)])
      second = CalendarField(.second, [.init(start: 0)])
    }
  }

  /// The one form in which it is always written: `Mon..Fri *-*-* 08:00:00 Europe/Berlin`.
  package let text: String
  /// What it means.
  let dates: CalendarDates

  /// An expression.
  package init(_ fields: Fields, zone: Zone? = nil) {
    text = fields.text + (zone.map { " \($0.name)" } ?? "")
    dates = CalendarDates(fields, zone: zone)
  }

  /// Nil for the machine's zone.
  package var zone: Zone? { dates.zone }

  /// There is such a date at all since 1970: no year has a 30 February, and 2027-01-01 is no Thursday.
  package var hasDates: Bool { next(after: WallTime(uSec: -1), zone: .utc) != nil }

  /// The first of its dates that is later than a moment, to the microsecond; nil when there is none before
  /// the year 2200.
  /// - Parameters:
  ///   - machine: The zone of expressions that name none.
  ///   - change: What the task says of changes of the clock.
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
  /// One second, in UTC; nil when it is not between 1970 and 2199.
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
