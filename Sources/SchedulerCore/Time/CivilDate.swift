/// A day of the Gregorian calendar, converted to and from days since 1970-01-01 by the algorithms of Hinnant,
/// "chrono-Compatible Low-Level Date Algorithms".
struct CivilDate: Hashable {
  var year: Int64
  /// The month, 1 to 12.
  var month: Int64
  /// The day, from 1 to the length of the month.
  var day: Int64

  init(year: Int64, month: Int64, day: Int64) { (self.year, self.month, self.day) = (year, month, day) }

  init(daysSinceEpoch days: Int64) {
    let shifted = days + 719_468
    let era = shifted.dividedDown(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  var daysSinceEpoch: Int64 {
    let year = month <= 2 ? self.year - 1 : self.year
    let era = year.dividedDown(by: 400)
    let yearOfEra = year - era * 400
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The number of days since the last Monday. The first day of 1970 was a Thursday.
  var daysAfterMonday: Int64 {
    let days = daysSinceEpoch + 3
    return days - days.dividedDown(by: 7) * 7
  }

  /// The number of days in the month.
  var monthLength: Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
