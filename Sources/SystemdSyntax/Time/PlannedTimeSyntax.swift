/// The syntax of points in time for plans. It includes all of ``TimestampSyntax``, but a time without a date
/// is the next one, because a plan is never for the past.
package enum PlannedTimeSyntax {
  /// Parses `03:00` (the next one), `noon`, `midnight`, `tomorrow 03:00`, `today 18:30`, `Mon 03:00` and
  /// `Monday` (the next one), `in 2h`, RFC 3339 with its zone (`2026-11-21T18:30:00+01:00`), dates with the
  /// local zone's own name after them, as they are shown, and all that ``TimestampSyntax/parse(_:now:zone:)``
  /// reads.
  /// - Parameters:
  ///   - text: The point in time.
  ///   - now: Microseconds since the epoch.
  ///   - zone: The zone of dates that name none.
  /// - Returns: Microseconds since the epoch. A point with a date may have passed.
  /// - Throws: ``SyntaxError`` for anything else.
  package static func parse(
    _ text: String, now: Int64, zone: CalendarZone = .local
  ) throws(SyntaxError) -> Int64 {
    let words = ASCII.trimmed(text).split(separator: " ").map { String($0) }
    if words.count > 1, words[0].lowercased() == "in" {
      return try TimestampSyntax.parse("+" + words.dropFirst().joined(separator: " "), now: now, zone: zone)
    }
    if let point = withOffset(words) { return point }
    if let point = next(words, now: now, zone: zone) { return point }
    if words.count > 1, let last = words.last, isZoneName(last) {
      let point = try? TimestampSyntax.parse(words.dropLast().joined(separator: " "), now: now, zone: zone)
      if let point, CivilTime.at(seconds: point / 1_000_000, in: zone)?.zone == last { return point }
    }
    return try TimestampSyntax.parse(
      text, now: now, zone: zone,
      allowed: "03:00, noon, tomorrow 03:00, Mon 03:00, +2h, in 2h, now, @SECONDS or a date",
      example: "tomorrow 03:00 or 2026-11-21 18:30")
  }

  /// Returns whether the word may be a zone's name. `UTC` is none, because it changes the zone.
  private static func isZoneName(_ word: String) -> Bool {
    word != "UTC" && word.utf8.allSatisfy { !ASCII.isDigit($0) && $0 != 0x3A }
  }

  /// Parses `[DAY] [TIME]` without a date.
  private static func next(_ words: [String], now: Int64, zone: CalendarZone) -> Int64? {
    guard let today = CivilTime.at(seconds: now / 1_000_000, in: zone)?.time else { return nil }
    var rest = words.map { $0.lowercased() }[...]
    var days: ClosedRange<Int> = 0...1
    switch rest.first {
    case "today": days = 0...0
    case "tomorrow": days = 1...1
    default:
      if let word = rest.first, let weekday = TimestampSyntax.weekday(word.utf8[...]) {
        let distance = (weekday - today.weekday + 7) % 7
        days = distance...(distance + 7)
      } else if rest.count != 1 {
        return nil
      }
    }
    let saysDay = days != 0...1
    if saysDay { rest = rest.dropFirst() }
    var fraction: Int64 = 0
    var time = CivilTime(year: today.year, month: today.month, day: today.day)
    switch (rest.first, rest.count) {
    case (nil, _) where saysDay: break
    case ("noon", 1): time.hour = 12
    case ("midnight", 1): break
    case (let word?, 1):
      guard let clock = TimestampSyntax.clockTime(word.utf8[...]) else { return nil }
      (time.hour, time.minute, time.second) = (clock.hour, clock.minute, clock.second)
      fraction = clock.fraction
    default: return nil
    }
    // A named day is kept even if the time has passed, where there is no other such day.
    let points = [days.lowerBound, days.upperBound].compactMap { day -> Int64? in
      TimestampSyntax.uSec(time.movedByDays(day), in: zone).map { $0 + fraction }
    }
    return points.first { $0 > now } ?? points.last
  }

  /// Parses RFC 3339: a date and a time, with `T` or a space between them, and `Z` or the offset from UTC.
  private static func withOffset(_ words: [String]) -> Int64? {
    let text = words.joined(separator: "T").uppercased()
    let parts = text.split(separator: "T", omittingEmptySubsequences: false)
    guard parts.count == 2, let date = TimestampSyntax.calendarDate(parts[0].utf8), parts[0].utf8.count == 10,
      let sign = parts[1].utf8.firstIndex(where: { [0x5A, 0x2B, 0x2D].contains($0) }),
      let clock = TimestampSyntax.clockTime(parts[1].utf8[..<sign])
    else { return nil }
    let behind = parts[1].utf8[sign...]
    var offset = 0
    if behind.first == 0x5A {
      guard behind.count == 1 else { return nil }
    } else {
      guard behind.count == 6, let length = TimestampSyntax.clockTime(behind.dropFirst()), length.hour < 24,
        length.minute < 60
      else { return nil }
      offset = (length.hour * 60 + length.minute) * (behind.first == 0x2D ? -60 : 60)
    }
    var time = date
    (time.hour, time.minute, time.second) = (clock.hour, clock.minute, clock.second)
    return TimestampSyntax.uSec(time, in: .utc).map { $0 + clock.fraction - Int64(offset) * 1_000_000 }
  }
}
