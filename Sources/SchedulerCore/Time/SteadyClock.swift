/// A wall clock that follows the real one late, so that data is not deleted for its age by a clock that is
/// wrong for a moment, or until the network has put it right. Deleted data does not come back.
///
/// The steady clock is never ahead of the least that the wall clock has said in the last ten minutes or more
/// of time awake, so it follows late after sleep and after a correct step forward. That costs only some room.
struct SteadyClock: Hashable {
  static let period = TimeSpan.minutes(10)

  /// The beginning of the current period.
  private var begin: MonotonicTime?
  /// The least difference of the two clocks in the current period.
  private var least: TimeSpan = .zero
  /// The least difference in the period before.
  private var leastBefore: TimeSpan?

  /// Takes in both clocks. Every step of the wall clock is an event, so the difference is constant between
  /// two calls.
  mutating func observe(_ moment: Moment) {
    let difference = TimeSpan(uSec: moment.wall.uSec.saturatingMinus(moment.monotonic.uSec))
    guard let begin else {
      begin = moment.monotonic
      least = difference
      return
    }
    if moment.monotonic - begin >= Self.period {
      self.begin = moment.monotonic
      leastBefore = least
      least = difference
    }
    least = min(least, difference)
  }

  /// Returns the steady date, or `nil` before the first period is over.
  func date(at moment: Moment) -> WallTime? {
    guard let leastBefore else { return nil }
    return min(moment.wall, WallTime(uSec: moment.monotonic.uSec) + min(least, leastBefore))
  }
}
