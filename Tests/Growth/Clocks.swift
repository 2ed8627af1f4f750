import SchedulerCore

/// Both clocks of a machine, which are moved by hand, and the timer that is armed on them.
struct Clocks {
  /// Since the beginning, by the monotonic clock.
  private(set) var elapsed = TimeSpan.zero
  /// So much further the wall clock was set.
  var wallStep = TimeSpan.zero
  var armed = WakeUp()

  var moment: Moment { Moment(wall: .at(0) + elapsed + wallStep, monotonic: .at(0) + elapsed) }

  /// When the timer fires, after so long since the beginning.
  var nextWakeUp: TimeSpan? {
    [armed.wall.map { $0 - .at(0) - wallStep }, armed.monotonic.map { $0 - .at(0) }].compactMap(\.self).min()
  }

  /// The timer fires now, or should have fired.
  var isDue: Bool { nextWakeUp.map { $0 <= elapsed } ?? false }

  /// Time goes by until it is so long after the beginning, if it was not that late already.
  mutating func pass(to end: TimeSpan) { elapsed = max(elapsed, end) }
}
