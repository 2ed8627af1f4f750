/// Looks for what the clock and the calendar on the wall have to show. Times are microseconds since the first
/// midnight of 1970, as if there were no zones.
struct CalendarSearch: Hashable {
  private static let day: Int64 = 86_400_000_000
  private static let hour: Int64 = 3_600_000_000
  private static let minute: Int64 = 60_000_000

  /// Monday is bit 0.
  private let weekdays: UInt64
  private let years: CalendarField
  private let months: UInt64
  /// When they count from the end of the month, the days of a month that has 31.
  private let days: UInt64
  private let isFromEnd: Bool
  private let hours: UInt64
  private let minutes: UInt64
  private let seconds: CalendarField

  init(_ fields: CalendarExpression.Fields) {
    weekdays = fields.weekdays.map { UInt64($0.bits) } ?? 0x7F
    (years, months) = (fields.year, fields.month.bits)
    isFromEnd = fields.day.kind == .lastDay
    days = fields.day.bits
    (hours, minutes, seconds) = (fields.hour.bits, fields.minute.bits, fields.second)
  }

  /// Whether it says nothing of the hour.
  var isEveryHour: Bool { hours == 0xFF_FFFF }

  /// The first such time from a time on; nil when there is none before the year 2200.
  func first(from time: Int64) -> Int64? {
    let today = time.dividedDown(by: Self.day)
    guard let date = firstDate(from: today) else { return nil }
    guard date == today else { return date * Self.day + firstTime }
    if let found = firstTime(from: time - today * Self.day) { return today * Self.day + found }
    return firstDate(from: today + 1).map { $0 * Self.day + firstTime }
  }

  // MARK: Days

  /// Days since the epoch. There are 230 years of 12 months at most to look at.
  private func firstDate(from day: Int64) -> Int64? {
    guard day < Self.end else { return nil }
    var date = CivilDate(daysSinceEpoch: max(day, 0))
    while let year = years.next(Int(date.year)) {
      if year > date.year { date = CivilDate(year: Int64(year), month: 1, day: 1) }
      while let month = months.firstBit(from: date.month) {
        if month > date.month { (date.month, date.day) = (month, 1) }
        if let found = dates(inMonthOf: date).firstBit(from: date.day) {
          date.day = found
          return date.daysSinceEpoch
        }
        (date.month, date.day) = (month + 1, 1)
      }
      date = CivilDate(year: date.year + 1, month: 1, day: 1)
    }
    return nil
  }

  /// The first day of 2200.
  private static let end = CivilDate(year: 2200, month: 1, day: 1).daysSinceEpoch

  /// A bit for each day of this month that is meant.
  private func dates(inMonthOf date: CivilDate) -> UInt64 {
    let length = date.monthLength
    let all: UInt64 = (1 << (length + 1)) - 2
    let days = (isFromEnd ? days >> (31 - length) : days) & all
    guard weekdays != 0x7F, days != 0 else { return days }
    let first = CivilDate(year: date.year, month: date.month, day: 1).daysSinceEpoch
    // The first day of 1970 was a Thursday. Six weeks in which day 1 is bit 1.
    let weekday = first + 3 - (first + 3).dividedDown(by: 7) * 7
    let weeks = weekdays * 0x8_1020_4081
    return days & (weeks >> UInt64(weekday)) << 1
  }

  // MARK: Times

  /// The first time of a day.
  private var firstTime: Int64 { firstTime(from: 0) ?? 0 }

  /// Since midnight.
  private func firstTime(from time: Int64) -> Int64? {
    let (hour, rest) = time.quotientAndRemainder(dividingBy: Self.hour)
    guard let foundHour = hours.firstBit(from: hour) else { return nil }
    if foundHour > hour { return foundHour * Self.hour + firstMinute }
    if let found = firstMinute(from: rest) { return hour * Self.hour + found }
    return hours.firstBit(from: hour + 1).map { $0 * Self.hour + firstMinute }
  }

  /// The first time of an hour.
  private var firstMinute: Int64 { firstMinute(from: 0) ?? 0 }

  /// Since the hour began.
  private func firstMinute(from time: Int64) -> Int64? {
    let (minute, rest) = time.quotientAndRemainder(dividingBy: Self.minute)
    guard let foundMinute = minutes.firstBit(from: minute) else { return nil }
    if foundMinute > minute { return foundMinute * Self.minute + firstSecond }
    if let found = seconds.next(Int(rest)) { return minute * Self.minute + Int64(found) }
    return minutes.firstBit(from: minute + 1).map { $0 * Self.minute + firstSecond }
  }

  /// The first time of a minute.
  private var firstSecond: Int64 { Int64(seconds.next(0) ?? 0) }
}

extension UInt64 {
  /// The lowest bit that is set, from a number on.
  fileprivate func firstBit(from number: Int64) -> Int64? {
    let rest = (self >> number) << number
    return rest == 0 ? nil : Int64(rest.trailingZeroBitCount)
  }
}
