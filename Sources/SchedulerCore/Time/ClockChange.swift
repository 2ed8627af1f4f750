/// A task's treatment of calendar dates where the clock is put forward or back. Without one, a skipped date
/// is dropped and one shown twice counts once, unless every hour is asked for.
package enum ClockChange: String, CaseIterable, Sendable {
  /// All skipped dates come as one right after the clock was put forward, and a date shown twice comes once,
  /// as cron(8) does with fixed times.
  case once
  /// A date comes whenever the clock shows it: not when skipped, twice when shown twice, as cron(8) does with
  /// minutes or hours that have a star.
  case shown
}
