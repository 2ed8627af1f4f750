/// A search for the times that fields allow. Times are microseconds since the first midnight of 1970, as if
/// there were no zones. A task may have up to sixteen searches, so a search is small: years and fractions of
/// seconds are stored apart.
struct CalendarSearch {
  private static let day: Int64 = 86_400_000_000
  private static let hour: Int64 = 3_600_000_000
  private static let minute: Int64 = 60_000_000
  private static let second: Int64 = 1_000_000

  /// The fields that few expressions restrict.
  private struct RareFields: RarePart {
    var years = YearSet.all
    /// The parts of seconds with fractions; empty for whole seconds.
    var fractions: [CalendarField.Part] = []

    static let usual = RareFields()
  }

  private let minutes: UInt64
  /// The bits of whole seconds; zero where there are fractions.
  private let seconds: UInt64
  private let rare: Rare<RareFields>
  /// The bits of days; counted from the end of the month, those of a month of 31 days.
  private let days: UInt32
  private let hours: UInt32
  private let months: UInt16
  /// The bits of weekdays; Monday is bit 0.
  private let weekdays: UInt8
  private let isFromEnd: Bool

  init(_ fields: CalendarExpression.Fields) {
    weekdays = fields.weekdays?.bits ?? 0x7F
    months = UInt16(fields.month.bits)
    isFromEnd = fields.day.kind == .lastDay
    days = UInt32(fields.day.bits)
    (hours, minutes) = (UInt32(fields.hour.bits), fields.minute.bits)
    let fractions = fields.second.fractions
    seconds = fractions.isEmpty ? fields.second.bits : 0
    let years = fields.year.parts.isEmpty ? .all : YearSet(fields.year)
    rare = Rare(RareFields(years: years, fractions: fractions))
  }

  /// Whether the fields allow every hour.
  var isEveryHour: Bool { hours == 0xFF_FFFF }

  /// The only day that the other fields allow, where the weekdays exclude it: `Thu 2027-01-01`.
  var excludedDay: CivilDate? {
    let years = rare.box?.part.years ?? .all
    guard !isFromEnd, days.nonzeroBitCount == 1, months.nonzeroBitCount == 1,
      let year = years.next(Int64(CalendarField.Kind.year.range.lowerBound)), years.next(year + 1) == nil
    else { return nil }
    let date = CivilDate(
      year: year, month: Int64(months.trailingZeroBitCount), day: Int64(days.trailingZeroBitCount))
    guard date.day <= date.monthLength else { return nil }
    return weekdays & (1 << UInt8(date.daysAfterMonday)) == 0 ? date : nil
  }

  /// Returns the first allowed time from `time` on, or `nil` when there is none before the year 2200.
  func first(from time: Int64) -> Int64? {
    let today = time.dividedDown(by: Self.day)
    guard let date = firstDate(from: today) else { return nil }
    guard date == today else { return date * Self.day + firstTime }
    if let found = firstTime(from: time - today * Self.day) { return today * Self.day + found }
    return firstDate(from: today + 1).map { $0 * Self.day + firstTime }
  }

  // MARK: Days

  /// Returns the first allowed day since the epoch from `day` on, after at most 230 years of 12 months.
  private func firstDate(from day: Int64) -> Int64? {
    guard day < Self.end else { return nil }
    var date = CivilDate(daysSinceEpoch: max(day, 0))
    let years = rare.box?.part.years ?? .all
    while let year = years.next(date.year) {
      if year > date.year { date = CivilDate(year: year, month: 1, day: 1) }
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

  /// Returns a bit for each allowed day of the date's month.
  private func dates(inMonthOf date: CivilDate) -> UInt64 {
    let length = date.monthLength
    let all: UInt64 = (1 << (length + 1)) - 2
    let days = (isFromEnd ? UInt64(days) >> (31 - length) : UInt64(days)) & all
    guard weekdays != 0x7F, days != 0 else { return days }
    let first = CivilDate(year: date.year, month: date.month, day: 1).daysSinceEpoch
    // The first day of 1970 was a Thursday. `weeks` holds six weeks, shifted so that day 1 is bit 1.
    let weekday = first + 3 - (first + 3).dividedDown(by: 7) * 7
    let weeks = UInt64(weekdays) * 0x8_1020_4081
    return days & (weeks >> UInt64(weekday)) << 1
  }

  // MARK: Times

  /// The first allowed time of a day, since midnight.
  private var firstTime: Int64 { firstTime(from: 0) ?? 0 }

  /// Returns the first allowed time from `time` on, both since midnight.
  private func firstTime(from time: Int64) -> Int64? {
    let (hour, rest) = time.quotientAndRemainder(dividingBy: Self.hour)
    guard let foundHour = hours.firstBit(from: hour) else { return nil }
    if foundHour > hour { return foundHour * Self.hour + firstMinute }
    if let found = firstMinute(from: rest) { return hour * Self.hour + found }
    return hours.firstBit(from: hour + 1).map { $0 * Self.hour + firstMinute }
  }

  /// The first allowed time of an hour, since it began.
  private var firstMinute: Int64 { firstMinute(from: 0) ?? 0 }

  /// Returns the first allowed time from `time` on, both since the hour began.
  private func firstMinute(from time: Int64) -> Int64? {
    let (minute, rest) = time.quotientAndRemainder(dividingBy: Self.minute)
    guard let foundMinute = minutes.firstBit(from: minute) else { return nil }
    if foundMinute > minute { return foundMinute * Self.minute + firstSecond }
    if let found = firstSecond(from: rest) { return minute * Self.minute + found }
    return minutes.firstBit(from: minute + 1).map { $0 * Self.minute + firstSecond }
  }

  /// The first allowed time of a minute, since it began.
  private var firstSecond: Int64 { firstSecond(from: 0) ?? 0 }

  /// Returns the first allowed time from `time` on, both since the minute began.
  private func firstSecond(from time: Int64) -> Int64? {
    if let fractions = rare.box?.part.fractions, !fractions.isEmpty {
      let range = CalendarField.Kind.second.range
      return fractions.compactMap { $0.next(Int(time), in: range) }.min().map(Int64.init)
    }
    let second = (time + Self.second - 1) / Self.second
    return second < 60 ? seconds.firstBit(from: second).map { $0 * Self.second } : nil
  }
}

extension UnsignedInteger where Self: FixedWidthInteger {
  /// Returns the lowest bit that is set, from `number` on.
  fileprivate func firstBit(from number: Int64) -> Int64? {
    let rest = (self >> number) << number
    return rest == 0 ? nil : Int64(rest.trailingZeroBitCount)
  }
}

/// A set of years between 1970 and 2199, a bit each.
private struct YearSet: Hashable {
  static let all = YearSet(CalendarField(.year))

  private static let first = CalendarField.Kind.year.range.lowerBound
  private static let half = UInt128.bitWidth

  private var earlier: UInt128 = 0
  private var later: UInt128 = 0

  /// Creates the set of the years that a field allows.
  init(_ field: CalendarField) {
    field.forEachNumber { year in
      let index = year - Self.first
      if index < Self.half { earlier |= 1 << index } else { later |= 1 << (index - Self.half) }
    }
  }

  /// Returns the set's first year from `year` on, which is not before 1970.
  func next(_ year: Int64) -> Int64? {
    let (first, half) = (Int64(Self.first), Int64(Self.half))
    let index = year - first
    if index < half, let found = earlier.firstBit(from: index) { return first + found }
    return later.firstBit(from: max(index - half, 0)).map { first + half + $0 }
  }
}
