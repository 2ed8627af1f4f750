/// The time zone of a date that names none.
package enum CalendarZone: Hashable, Sendable {
  /// The zone of `TZ` and /etc/localtime.
  case local
  /// Coordinated universal time.
  case utc
}

/// The syntax of points in time in systemd: systemd.time(7), "Parsing timestamps". Points are microseconds
/// since the Unix epoch, 0 to the end of the year 9999.
package enum TimestampSyntax {
  /// The last point that is read or written as a date.
  package static let maximum: Int64 = 253_402_300_799_999_999

  /// Parses `now`, `today`, `tomorrow`, `yesterday`, `+1h`, `1h left`, `-10min`, `10min ago`, `18:30`
  /// (today), `2026-11-21 18:30:15.5`, each date with an optional weekday before it, and `@` with Unix
  /// seconds. A date is local unless ` UTC` follows.
  /// - Parameters:
  ///   - text: The point in time.
  ///   - now: The point that relative texts refer to, in microseconds since the epoch.
  ///   - zone: The zone of dates that do not say UTC.
  /// - Throws: ``SyntaxError`` for anything else, for dates that do not exist, and outside 1970 to 9999.
  package static func parse(
    _ text: String, now: Int64, zone: CalendarZone = .local
  ) throws(SyntaxError) -> Int64 {
    try parse(
      text, now: now, zone: zone,
      allowed: "a date, a time of today, now, today, tomorrow, yesterday, +SPAN, -SPAN, SPAN ago or @SECONDS",
      example: "+1h or 2026-11-21 18:30")
  }

  /// Parses the same for readers that accept more forms.
  /// - Parameters:
  ///   - allowed: The allowed forms that an error lists.
  ///   - example: An example of an allowed form.
  package static func parse(
    _ text: String, now: Int64, zone: CalendarZone, allowed: String, example: String
  ) throws(SyntaxError) -> Int64 {
    let trimmed = ASCII.trimmed(text)
    guard trimmed.utf8.count <= 256, let value = try point(trimmed, now: now, zone: zone) else {
      throw SyntaxError(
        found: text, problem: "is not a point in time", allowed: allowed, example: example)
    }
    guard (0...maximum).contains(value) else {
      throw SyntaxError(
        found: text, problem: "is outside of the calendar", allowed: "1970-01-01 to 9999-12-31",
        example: "2026-11-21 18:30")
    }
    return value
  }

  /// Returns systemctl's text: `Sat 2026-11-21 18:30:00 UTC`. Outside the calendar: `@` and seconds.
  package static func format(_ uSec: Int64, zone: CalendarZone = .local) -> String {
    guard uSec >= 0, let (time, name) = CivilTime.at(seconds: uSec / 1_000_000, in: zone) else {
      return "@\(uSec / 1_000_000)"
    }
    return "\(CivilTime.weekdays[time.weekday]) \(dateText(time)) \(timeText(time, seconds: true)) \(name)"
  }

  /// Returns the shortest text that is clear now: `18:30` today, else `2026-11-21 18:30`.
  package static func formatShort(_ uSec: Int64, now: Int64, zone: CalendarZone = .local) -> String {
    guard uSec >= 0, let (time, _) = CivilTime.at(seconds: uSec / 1_000_000, in: zone) else {
      return "@\(uSec / 1_000_000)"
    }
    let clock = timeText(time, seconds: false)
    let today = CivilTime.at(seconds: now / 1_000_000, in: zone)?.time
    let isToday = today.map { ($0.year, $0.month, $0.day) == (time.year, time.month, time.day) } == true
    return isToday ? clock : "\(dateText(time)) \(clock)"
  }

  /// Returns the time of day with seconds: `18:30:15`. Outside the calendar: `@` and seconds.
  package static func formatClock(_ uSec: Int64, zone: CalendarZone = .local) -> String {
    guard uSec >= 0, let (time, _) = CivilTime.at(seconds: uSec / 1_000_000, in: zone) else {
      return "@\(uSec / 1_000_000)"
    }
    return timeText(time, seconds: true)
  }

  /// Returns the distance from now, in two units at most: `in 2h 5min`, `3min ago`, `now`.
  package static func formatRelative(_ uSec: Int64, now: Int64, maximumUnits: Int = 2) -> String {
    let (distance, overflow) = uSec.subtractingReportingOverflow(now)
    if overflow { return format(uSec) }
    // A person does not wait for less than a second.
    if distance.magnitude < 1_000_000 { return "now" }
    let length = TimeSpanSyntax.format(
      Int64(clamping: distance.magnitude), accuracy: 1_000_000, maximumUnits: maximumUnits)
    return distance > 0 ? "in \(length)" : "\(length) ago"
  }

  /// Returns the local clock's date and time at a moment, as the moment at which a clock in UTC shows them;
  /// `nil` outside the calendar.
  package static func localClock(at uSec: Int64) -> Int64? {
    guard let (time, _) = CivilTime.at(seconds: uSec / 1_000_000, in: .local) else { return nil }
    return Self.uSec(time, in: .utc).map { $0 + uSec % 1_000_000 }
  }

  /// Whether a date that can be read is the same point in every time zone.
  package static func hasZone(_ text: String) -> Bool {
    let trimmed = ASCII.trimmed(text)
    return trimmed.hasPrefix("@") || trimmed.hasSuffix(" UTC")
  }

  /// Returns the point; `nil` for a text in none of the forms or too large. The caller checks the range.
  private static func point(
    _ text: String, now: Int64, zone: CalendarZone
  ) throws(SyntaxError) -> Int64? {
    if text == "now" { return now }
    switch text.utf8.first {
    case 0x40: return unixSeconds(text.utf8.dropFirst())
    case 0x2B: return try moved(now, by: text.dropFirst(), forwards: true)
    case 0x2D: return try moved(now, by: text.dropFirst(), forwards: false)
    default: break
    }
    if text.hasSuffix(" left") { return try moved(now, by: text.dropLast(5), forwards: true) }
    if text.hasSuffix(" ago") { return try moved(now, by: text.dropLast(4), forwards: false) }
    if text.hasSuffix(" UTC") { return date(ASCII.trimmed(text.dropLast(4)), now: now, zone: .utc) }
    return date(text, now: now, zone: zone)
  }

  private static func moved(
    _ now: Int64, by text: Substring, forwards: Bool
  ) throws(SyntaxError) -> Int64? {
    let length = try TimeSpanSyntax.parse(String(text))
    let (point, overflow) =
      forwards ? now.addingReportingOverflow(length) : now.subtractingReportingOverflow(length)
    return overflow ? (forwards ? .max : .min) : point
  }

  private static func unixSeconds(_ text: Substring.UTF8View) -> Int64? {
    let parts = text.split(separator: 0x2E, maxSplits: 1, omittingEmptySubsequences: false)
    guard let seconds = number(parts[0], digits: 1...18) else { return nil }
    guard let fraction = parts.count == 2 ? microseconds(parts[1]) : 0 else { return nil }
    let (uSec, overflow) = Int64(seconds).multipliedReportingOverflow(by: 1_000_000)
    return overflow ? .max : uSec + fraction
  }

  /// Parses `[WEEKDAY] DATE [TIME]`, `TIME`, or a word such as `today`.
  private static func date(_ text: String, now: Int64, zone: CalendarZone) -> Int64? {
    guard let today = CivilTime.at(seconds: now / 1_000_000, in: zone)?.time else { return nil }
    let midnight = CivilTime(year: today.year, month: today.month, day: today.day)
    switch text {
    case "today": return uSec(midnight, in: zone)
    case "tomorrow": return uSec(midnight.movedByDays(1), in: zone)
    case "yesterday": return uSec(midnight.movedByDays(-1), in: zone)
    default: break
    }
    var words = text.utf8.split(whereSeparator: ASCII.isSpace)[...]
    let weekday = words.first.flatMap(weekday)
    if weekday != nil { words = words.dropFirst() }
    guard let first = words.first, words.count <= 2 else { return nil }
    var time = midnight
    var fraction: Int64 = 0
    if let date = calendarDate(first) {
      time = date
      words = words.dropFirst()
    } else if weekday != nil || words.count == 2 {
      return nil
    }
    if let word = words.first {
      guard let clock = clockTime(word) else { return nil }
      (time.hour, time.minute, time.second) = (clock.hour, clock.minute, clock.second)
      fraction = clock.fraction
    }
    guard time.isValid, weekday == nil || weekday == time.weekday else { return nil }
    return uSec(time, in: zone).map { $0 + fraction }
  }

  static func uSec(_ time: CivilTime, in zone: CalendarZone) -> Int64? {
    time.isValid ? time.seconds(in: zone).map { $0 * 1_000_000 } : nil
  }

  static func weekday(_ word: Substring.UTF8View) -> Int? {
    let name = String(Substring(word)).lowercased()
    return CivilTime.weekdays.firstIndex { $0.lowercased() == name }
      ?? CivilTime.longWeekdays.firstIndex { $0.lowercased() == name }
  }

  /// Parses `2026-11-21` or `26-11-21`.
  static func calendarDate(_ word: Substring.UTF8View) -> CivilTime? {
    let parts = word.split(separator: 0x2D, omittingEmptySubsequences: false)
    guard parts.count == 3, var year = number(parts[0], digits: 2...4), parts[0].count != 3,
      let month = number(parts[1], digits: 1...2), let day = number(parts[2], digits: 1...2)
    else { return nil }
    // As %y of strptime(3) does, 69 to 99 are in the last century.
    if parts[0].count == 2 { year += year < 69 ? 2000 : 1900 }
    return CivilTime(year: year, month: month, day: day)
  }

  /// Parses `18:30`, `18:30:15` or `18:30:15.25`.
  static func clockTime(
    _ word: Substring.UTF8View
  ) -> (hour: Int, minute: Int, second: Int, fraction: Int64)? {
    let parts = word.split(separator: 0x3A, omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, let hour = number(parts[0], digits: 1...2),
      let minute = number(parts[1], digits: 1...2)
    else { return nil }
    guard parts.count == 3 else { return (hour, minute, 0, 0) }
    let seconds = parts[2].split(separator: 0x2E, maxSplits: 1, omittingEmptySubsequences: false)
    guard let second = number(seconds[0], digits: 1...2),
      let fraction = seconds.count == 2 ? microseconds(seconds[1]) : 0
    else { return nil }
    return (hour, minute, second, fraction)
  }

  private static func number(_ digits: Substring.UTF8View, digits range: ClosedRange<Int>) -> Int? {
    guard range.contains(digits.count), digits.allSatisfy(ASCII.isDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Returns the digits after a point as microseconds; smaller digits are dropped.
  private static func microseconds(_ digits: Substring.UTF8View) -> Int64? {
    guard !digits.isEmpty, digits.allSatisfy(ASCII.isDigit) else { return nil }
    var value: Int64 = 0
    var place: Int64 = 100_000
    for digit in digits {
      value += place * Int64(digit - 0x30)
      place /= 10
    }
    return value
  }

  private static func dateText(_ time: CivilTime) -> String {
    "\(padded(time.year, 4))-\(padded(time.month, 2))-\(padded(time.day, 2))"
  }

  private static func timeText(_ time: CivilTime, seconds: Bool) -> String {
    let clock = "\(padded(time.hour, 2)):\(padded(time.minute, 2))"
    return seconds ? "\(clock):\(padded(time.second, 2))" : clock
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// Returns a text that is read as exactly this point: local where that is unambiguous, else in UTC. A local
  /// date that occurs twice because a clock is set back is ambiguous.
  package static func formatExact(_ uSec: Int64, zone: CalendarZone) -> String {
    var fraction = "." + String(1_000_000 + uSec % 1_000_000).dropFirst()
    while fraction.hasSuffix("0") || fraction == "." { fraction.removeLast() }
    // UTC is the only zone name that is read.
    let forms = [(zone, " UTC"), (zone, ""), (.utc, " UTC")].map { zone, name in
      format(uSec, zone: zone).split(separator: " ").dropLast().joined(separator: " ") + fraction + name
    }
    let exact = forms.first { (try? parse($0, now: uSec, zone: zone)) == uSec }
    return exact ?? "@\(uSec / 1_000_000)\(fraction)"
  }
}
