import BackgroundTasks
import SchedulerCore

/// Both clocks of the simulated machine. They stand still until the simulation moves them.
struct VirtualClock {
  private(set) var moment: Moment

  init(start: Date) {
    // Any point after a boot will do; zero would hide mistakes.
    moment = Moment(wall: WallTime(start), monotonic: MonotonicTime(uSec: 3_600_000_000))
  }

  mutating func pass(_ length: TimeSpan) {
    moment = Moment(wall: moment.wall + length, monotonic: moment.monotonic + length)
  }

  /// Lets the machine sleep: only the wall clock goes on.
  mutating func sleep(_ length: TimeSpan) { moment.wall = moment.wall + length }

  /// Sets the wall clock, forwards or backwards.
  mutating func step(_ step: TimeSpan) {
    moment.wall = min(max(moment.wall + step, WallTime(uSec: 0)), .maximum)
  }

  /// Returns the time until a wake-up; nil when none is armed.
  func time(until wakeUp: WakeUp) -> TimeSpan? {
    let lengths = [wakeUp.wall.map { $0 - moment.wall }, wakeUp.monotonic.map { $0 - moment.monotonic }]
    return lengths.compactMap { $0 }.min().map { max($0, .zero) }
  }
}
