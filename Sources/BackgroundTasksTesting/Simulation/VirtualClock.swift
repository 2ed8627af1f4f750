import BackgroundTasks
import SchedulerCore

/// Both clocks of the simulated machine. They stand still until somebody moves them.
struct VirtualClock {
  private(set) var moment: Moment

  init(start: Date) {
    // Some point after a boot; zero would hide mistakes.
    moment = Moment(wall: WallTime(start), monotonic: MonotonicTime(uSec: 3_600_000_000))
  }

  /// Lets time pass.
  mutating func pass(_ length: TimeSpan) {
    moment = Moment(wall: moment.wall + length, monotonic: moment.monotonic + length)
  }

  /// The machine sleeps: only the wall clock goes on.
  mutating func sleep(_ length: TimeSpan) { moment.wall = moment.wall + length }

  /// Somebody sets the wall clock, forwards or backwards.
  mutating func step(_ step: TimeSpan) {
    moment.wall = min(max(moment.wall + step, WallTime(uSec: 0)), .maximum)
  }

  /// How long it is until a wake-up; nil when none is armed.
  func time(until wakeUp: WakeUp) -> TimeSpan? {
    let lengths = [wakeUp.wall.map { $0 - moment.wall }, wakeUp.monotonic.map { $0 - moment.monotonic }]
    return lengths.compactMap { $0 }.min().map { max($0, .zero) }
  }
}
