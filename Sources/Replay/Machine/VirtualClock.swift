import SchedulerCore

/// Both clocks of a replayed machine. They stand still until the replay moves them.
struct VirtualClock {
  private(set) var moment: Moment

  init(start: WallTime) {
    // Any point after a boot will do; zero would hide mistakes.
    moment = Moment(wall: start, monotonic: MonotonicTime(uSec: 3_600_000_000))
  }

  /// Begins the other clock anew, as a boot does.
  /// - Parameter length: The time for which the machine is up already.
  mutating func boot(upFor length: TimeSpan) { moment.monotonic = MonotonicTime(uSec: length.uSec) }

  /// Moves the wall clock on to a date, and the other clock with it unless the machine sleeps.
  mutating func move(to date: WallTime, isAwake: Bool) {
    let length = max(date - moment.wall, .zero)
    moment.wall = moment.wall + length
    if isAwake { moment.monotonic = moment.monotonic + length }
  }

  /// Returns the date at which a point of the monotonic clock comes, if the machine stays awake.
  func date(of point: MonotonicTime) -> WallTime { moment.wall + max(point - moment.monotonic, .zero) }

  /// Returns the date of a wake-up; `nil` when none is armed.
  func date(of wakeUp: WakeUp) -> WallTime? {
    let dates = [wakeUp.wall, wakeUp.monotonic.map { date(of: $0) }]
    return dates.compactMap { $0 }.min().map { max($0, moment.wall) }
  }
}
