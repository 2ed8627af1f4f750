import SystemdSyntax

extension Invocation {
  /// Returns a date: `03:00 (in 6h)`, `Thu 03:00 (in 2d)` within six days, else with the whole date.
  func dayDate(_ uSec: Int64) -> String {
    "\(plainDate(uSec)) (\(TimestampSyntax.formatRelative(uSec, now: now)))"
  }

  /// Returns a date without its distance: `03:00`, `Thu 03:00` within six days, else `2026-12-21 03:00`.
  func plainDate(_ uSec: Int64) -> String {
    let short = shortDate(uSec)
    let isWithinWeek = uSec >= now && uSec - now < 6 * Self.dayUSec
    guard isWithinWeek, short.contains("-") else { return short }
    let words = TimestampSyntax.format(uSec, zone: context.zone).split(separator: " ")
    return "\(words[0]) \(words[2].prefix(5))"
  }

  /// Returns a date of which the hour may be all that people need: `18:30`, and with less than an hour left
  /// `18:30 (in 16s)`.
  func nearDate(_ uSec: Int64) -> String {
    (0..<Self.hourUSec).contains(uSec - now) ? date(uSec) : shortDate(uSec)
  }

  /// Returns a date to the second, with its distance from now: `18:30:07 (in 16s)`.
  func secondDate(_ uSec: Int64) -> String {
    let short = shortDate(uSec)
    let clock = TimestampSyntax.formatClock(uSec, zone: context.zone)
    let whole = short.contains("-") ? "\(short.prefix { $0 != " " }) \(clock)" : clock
    return "\(whole) (\(TimestampSyntax.formatRelative(uSec, now: now)))"
  }

  /// Returns a sentence of the daemon's, which has dates in UTC, with dates in the context's zone.
  func withDatesOfZone(_ text: String) -> String {
    TimestampSyntax.replacingUTCDates(in: text) { shortDate($0) }
  }

  private static let dayUSec: Int64 = 86_400_000_000
  private static let hourUSec: Int64 = 3_600_000_000
}
