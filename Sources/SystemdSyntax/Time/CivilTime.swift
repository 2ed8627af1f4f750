#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A date and a time of day, as a wall clock shows them.
struct CivilTime: Hashable {
  /// The year, 1970 to 9999.
  var year: Int
  /// The month, 1 to 12.
  var month: Int
  /// The day, 1 to the length of the month.
  var day: Int
  var hour = 0
  var minute = 0
  var second = 0

  static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  static let longWeekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
  static let secondsPerDay: Int64 = 86_400

  /// Whether the date and the time exist, from 1970 to 9999.
  var isValid: Bool {
    (1970...9999).contains(year) && (1...12).contains(month)
      && (1...Self.days(inMonth: month, year: year)).contains(day)
      && (0...23).contains(hour) && (0...59).contains(minute) && (0...59).contains(second)
  }

  /// The day of the week; 0 is Sunday.
  var weekday: Int {
    let days = daysSinceEpoch
    return Int(((days + 4) % 7 + 7) % 7)
  }

  /// Returns the Unix seconds; `nil` when the zone has no such time.
  func seconds(in zone: CalendarZone) -> Int64? {
    switch zone {
    case .utc: return daysSinceEpoch * Self.secondsPerDay + Int64(hour * 3600 + minute * 60 + second)
    case .local:
      var fields = tm()
      fields.tm_year = CInt(year - 1900)
      fields.tm_mon = CInt(month - 1)
      fields.tm_mday = CInt(day)
      fields.tm_hour = CInt(hour)
      fields.tm_min = CInt(minute)
      fields.tm_sec = CInt(second)
      // The zone decides whether it is summer time. An hour that summer time skips becomes the one after it.
      fields.tm_isdst = -1
      let seconds = mktime(&fields)
      return seconds == -1 ? nil : Int64(seconds)
    }
  }

  /// Returns the same time on another day; mktime and the formulas below take days outside the month.
  func movedByDays(_ days: Int) -> CivilTime {
    var moved = CivilTime(daysSinceEpoch: daysSinceEpoch + Int64(days))
    (moved.hour, moved.minute, moved.second) = (hour, minute, second)
    return moved
  }

  /// Returns the local time at a Unix second, and the zone's short name then; `nil` outside 1970 to 9999.
  static func at(seconds: Int64, in zone: CalendarZone) -> (time: CivilTime, zone: String)? {
    guard seconds >= 0, seconds <= 253_402_300_799 else { return nil }
    switch zone {
    case .utc:
      var time = CivilTime(daysSinceEpoch: seconds / secondsPerDay)
      let rest = Int(seconds % secondsPerDay)
      (time.hour, time.minute, time.second) = (rest / 3600, rest / 60 % 60, rest % 60)
      return (time, "UTC")
    case .local:
      var fields = tm()
      var clock = time_t(seconds)
      guard localtime_r(&clock, &fields) != nil else { return nil }
      let name = fields.tm_zone.map { String(cString: $0) } ?? ""
      let time = CivilTime(
        year: Int(fields.tm_year) + 1900, month: Int(fields.tm_mon) + 1, day: Int(fields.tm_mday),
        hour: Int(fields.tm_hour), minute: Int(fields.tm_min), second: Int(fields.tm_sec))
      return (time, name)
    }
  }
}

extension CivilTime {
  /// Converts days to a date by eras of 400 years, which begin in March so that the leap day comes last.
  private init(daysSinceEpoch: Int64) {
    let shifted = daysSinceEpoch + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
    year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
  }

  var daysSinceEpoch: Int64 {
    let year = Int64(month <= 2 ? self.year - 1 : self.year)
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let monthFromMarch = Int64(month > 2 ? month - 3 : month + 9)
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + Int64(day) - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  static func days(inMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
