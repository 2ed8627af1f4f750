/// What becomes of a date of the calendar where the clock is put forward or back, if a task says so. Else
/// what the clock skips is no date, and what it shows twice is one, unless every hour is asked for.
package enum ClockChange: String, CaseIterable, Sendable {
  /// What the clock skips comes right after it was put forward, all of that once, and what it shows twice
  /// comes once: as cron(8) does with fixed times.
  case once
  /// A date is when the clock shows it: not where that is skipped, and twice where it is shown twice. As
  /// cron(8) does with minutes or hours that have a star.
  case shown
}
