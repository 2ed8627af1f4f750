import SchedulerCore

/// The database's clock as the machine knows it. Dates of the fleet are read on it: a machine whose own clock
/// is wrong moves no nightly task, and drops no work before its deadline.
struct DatabaseClock: Hashable {
  /// The database's date when an answer was written.
  let date: WallTime
  /// The moment at which the machine had that answer, so the clock is never ahead of the database's.
  let heardAt: BootTime

  /// Returns the database's date at a moment.
  func date(at now: BootTime) -> WallTime { date + (now - heardAt) }
}
